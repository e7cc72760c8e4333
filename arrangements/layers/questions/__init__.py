"""Questions about a layer, and the inputs that they are about.

Questions are data here (``Question``), with the table of kinds (``kinds``) and one parser
(``parser``); ``inputs`` says where the inputs of a layer come from. ``decide`` answers one or many,
``enumerate`` lists all that have the answer yes; this room knows neither.
"""
