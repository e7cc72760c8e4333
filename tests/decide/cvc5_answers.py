"""Run by the interpreter of the peers, which has cvc5: prints what a script in SMT-LIB says. Without
an argument it tells by its exit code whether cvc5 is there.
"""

from __future__ import annotations

import sys


def main() -> None:
    import cvc5

    if len(sys.argv) > 1:
        solver = cvc5.Solver(cvc5.TermManager())
        parser = cvc5.InputParser(solver)
        parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, sys.argv[1])
        symbols = parser.getSymbolManager()
        while not (command := parser.nextCommand()).isNull():
            print(command.invoke(solver, symbols), end="")


if __name__ == "__main__":
    main()
