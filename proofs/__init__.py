"""The claims of the paper and the means by which each is settled."""
