"""A Dask scheduler with worker processes, for the tests to kill: ``dask_worker.py scheduler`` or
``dask_worker.py worker ADDRESS``.
"""

from __future__ import annotations

import asyncio
import sys

from distributed import Nanny, Scheduler


async def scheduler() -> None:
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as server:
        print(server.address, flush=True)
        await server.finished()


async def worker(address: str) -> None:
    async with Nanny(
        address, host="127.0.0.1", nthreads=1, dashboard=False, memory_limit=0
    ) as server:
        print(server.worker_address, server.pid, flush=True)
        await server.finished()


if __name__ == "__main__":
    asyncio.run(scheduler() if sys.argv[1] == "scheduler" else worker(sys.argv[2]))
