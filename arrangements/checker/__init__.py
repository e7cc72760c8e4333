"""Programs that accept or refuse a certificate, one file for each format.

``single`` judges single answers, lists and pairs; ``batches`` all answers of an audit; ``repair``
lower bounds of repairs; ``design`` layers on a curve; ``realizability`` chirotopes.

Nothing here imports another room of the project, so that no error of the engine can make a certificate
accepted, and each file can be read and run alone.
"""
