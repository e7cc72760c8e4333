"""A page in the browser in which labels are moved by hand while every answer stays exact.

``views`` turns exact regions into corners and names, as plain data. ``moves`` changes a
configuration exactly as a hand asks for, ``explanations`` says why something is possible or not,
``stories`` are the guided pages. ``session`` puts them behind one function from a request to a
reply, both JSON; ``server`` offers it to a browser on this machine, ``saved`` writes a page that
needs no server.

Nothing here knows the command that starts it.
"""
