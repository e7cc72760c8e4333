(* Zarith under another name: the extracted file has a module Z of its own, which is dead. *)
include Z
