"""The claims of the paper and the means by which each is proved, refuted or checked on families.

``paper`` has the claims, ``search`` what determines what, ``coq`` the formal proofs, ``pages`` the
reports. The engine is used here as any program could use it, and does not know this package."""
