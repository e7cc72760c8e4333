"""Signs of maximal minors, the cocircuits they make up, and the relations they satisfy."""
