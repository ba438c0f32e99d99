from dataclasses import dataclass


@dataclass(frozen=True)
class ImageRules: ...


@dataclass(frozen=True)
class Family: ...
