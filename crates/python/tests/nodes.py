"""A Ray cluster of several nodes on this machine, which can be killed, frozen and cut off."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

#: A machine that is lost is noticed after some seconds, not after half a minute: docs/cluster.md tells of these.
TUNED = {
    "RAY_health_check_initial_delay_ms": "1000",
    "RAY_health_check_period_ms": "1000",
    "RAY_health_check_timeout_ms": "2000",
    "RAY_health_check_failure_threshold": "3",
}
SIGN = "KIEBITZ_TEST_NODE"


def command(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, **more)


def free_port(ip: str) -> int:
    """Below those that the system hands out: Ray takes some of these for itself meanwhile."""
    for port in range(20_000 + os.getpid() % 5_000, 30_000):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind((ip, port))
            return port
    raise OSError("no free port")


class Nodes:
    """So many nodes of one processor each. With `apart` each but the first is in a network of its own."""

    def __init__(self, count: int, apart: bool = False) -> None:
        self.count = count
        self.apart = apart
        self.folder = tempfile.mkdtemp(prefix="kr", dir="/tmp")
        self.sign = f"{os.getpid()}-{os.path.basename(self.folder)}"
        self.net = f"10.{77 + os.getpid() % 100}.{os.getpid() % 250}"
        self.bridge = f"kb{os.getpid()}"
        # On one machine they differ by their addresses too: a driver joins the node of its own.
        self.ips = [f"{self.net}.{number + 1}" if apart else f"127.0.0.{number + 1}" for number in range(count)]
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Nodes:
        try:
            if self.apart:
                self._networks()
            self.address = f"{self.ips[0]}:{free_port(self.ips[0])}"
            for number in range(self.count):
                self._start(number)
                if number == 0:
                    first = self._address_file().read_text()
            # The nodes share a folder, and each has left its address there: the driver is to join the first.
            self._address_file().write_text(first)
        except BaseException:
            self.__exit__()
            raise
        return self

    def _networks(self) -> None:
        def ip(*words: str) -> None:
            done = command("ip", *words)
            if done.returncode:
                raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")

        ip("link", "add", self.bridge, "type", "bridge")
        ip("addr", "add", f"{self.ips[0]}/24", "dev", self.bridge)
        ip("link", "set", self.bridge, "up")
        for number in range(1, self.count):
            inside, outside = f"{self.bridge}i{number}", f"{self.bridge}o{number}"
            ip("netns", "add", f"{self.bridge}n{number}")
            ip("link", "add", outside, "type", "veth", "peer", "name", inside)
            ip("link", "set", inside, "netns", f"{self.bridge}n{number}")
            ip("link", "set", outside, "master", self.bridge)
            ip("link", "set", outside, "up")
            within = ("-n", f"{self.bridge}n{number}")
            ip(*within, "addr", "add", f"{self.ips[number]}/24", "dev", inside)
            ip(*within, "link", "set", inside, "up")
            ip(*within, "link", "set", "lo", "up")

    def _start(self, number: int) -> None:
        words = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1", "--disable-usage-stats"]
        words += [f"--node-ip-address={self.ips[number]}", "--object-store-memory=80000000"]
        if number == 0:
            words += ["--head", f"--port={self.address.split(':')[1]}", "--include-dashboard=false", f"--temp-dir={self.folder}"]
        else:
            words += [f"--address={self.address}"]
            if self.apart:
                words = ["ip", "netns", "exec", f"{self.bridge}n{number}", *words]
        usual = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_enable_worker_prestart": "0", "PYTHONUNBUFFERED": "1"}
        env = {**os.environ, **usual, **TUNED, SIGN: f"{self.sign}-{number}"}
        log = open(os.path.join(self.folder, f"node-{number}.log"), "wb")
        process = subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        log.close()
        self.processes.append(process)
        until = time.monotonic() + 90
        while b"Ray runtime started" not in (said := self._log(number)):
            if process.poll() is not None or time.monotonic() > until:
                raise OSError(f"node {number} does not start: {said.decode(errors='replace')[-2000:]}")
            time.sleep(0.1)

    def _address_file(self) -> pathlib.Path:
        return pathlib.Path(self.folder, "session_latest", "node_ip_address.json")

    def _log(self, number: int) -> bytes:
        with open(os.path.join(self.folder, f"node-{number}.log"), "rb") as file:
            return file.read()

    def everything(self, number: int | None = None) -> list[int]:
        """All processes of a node, or of all: the raylet, the workers, and the programs that they have started."""
        wanted = f"{SIGN}={self.sign}-{'' if number is None else number}".encode()
        found = []
        for name in os.listdir("/proc"):
            with contextlib.suppress(OSError, ValueError):
                with open(f"/proc/{int(name)}/environ", "rb") as file:
                    variables = file.read().split(b"\0")
                if any(one == wanted or number is None and one.startswith(wanted) for one in variables):
                    found.append(int(name))
        return found

    def signal(self, number: int | None, what: signal.Signals) -> None:
        for process in self.everything(number):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, what)

    def kill(self, number: int) -> None:
        """The power goes."""
        # A second time, for what was being started meanwhile.
        self.signal(number, signal.SIGKILL)
        self.signal(number, signal.SIGKILL)

    def freeze(self, number: int) -> None:
        """Nothing runs there any more, and nothing ends."""
        self.signal(number, signal.SIGSTOP)

    def cut(self, number: int) -> None:
        """No packet comes there or from there; it runs on."""
        done = command("ip", "link", "set", f"{self.bridge}o{number}", "down")
        assert done.returncode == 0, done.stderr

    def __exit__(self, *_: object) -> None:
        for _ in range(3):
            self.signal(None, signal.SIGKILL)
        for process in self.processes:
            process.wait()
        if self.apart:
            for number in range(1, self.count):
                command("ip", "netns", "del", f"{self.bridge}n{number}")
                command("ip", "link", "del", f"{self.bridge}o{number}")
            command("ip", "link", "del", self.bridge)
        shutil.rmtree(self.folder, ignore_errors=True)
        # Whoever says `auto` would look for it.
        remembered = pathlib.Path("/tmp/ray/ray_current_cluster")
        with contextlib.suppress(OSError):
            if remembered.read_text().strip() == self.address:
                remembered.unlink()


def why_not_apart() -> str | None:
    """Why there are no networks of our own here."""
    if not shutil.which("ip"):
        return "there is no `ip` (on Debian: apt-get install iproute2)"
    name = f"kb{os.getpid()}t"
    done = command("ip", "netns", "add", name)
    if done.returncode:
        return f"no network of its own: {done.stderr.strip()}"
    made = command("ip", "link", "add", f"{name}o", "type", "veth", "peer", "name", f"{name}i")
    command("ip", "link", "del", f"{name}o")
    command("ip", "netns", "del", name)
    return f"no link between networks: {made.stderr.strip()}" if made.returncode else None
