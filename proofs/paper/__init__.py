"""The claims of the sources, each with its statement, its proof in steps, and its verdict."""
