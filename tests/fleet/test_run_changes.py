"""Who watches reads what changed, and nothing that did is missed."""

from __future__ import annotations

from fleet_rig import FleetRig, ordered

from askonce.fleet.run_changes import RunChanges


async def test_a_look_reads_what_changed_since_the_last_one_and_what_runs(fleet_url: str) -> None:
    async with FleetRig.opened(fleet_url) as fleet:
        ids = await fleet.submit(*(ordered(f"{number}.yaml") for number in range(50)))
        named, all_new = RunChanges(fleet.database, names=[ids[0][:5]]), RunChanges(fleet.database, queue="default")
        assert [run.id for run in await named.look()] == ids
        assert [await each.look() for each in (named, all_new)] == [[], []]
        assert not named.are_over

        await fleet.runs.start(ids[3], worker="w", job=(await fleet.row(ids[3])).job or 0, lease=60)
        await fleet.runs.cancel([ids[7]])
        for changes in (named, all_new):
            assert [(run.id, run.state) for run in await changes.look()] == [(ids[3], "running"), (ids[7], "cancelled")]
            assert [run.id for run in await changes.look()] == [ids[3]]  # its place may have changed
        (other,) = await fleet.submit(queue="e2e")
        assert other not in {run.id for each in (named, all_new) for run in await each.look()}


async def test_what_a_transaction_changes_that_ends_after_a_later_one_is_not_missed(fleet_url: str) -> None:
    async with FleetRig.opened(fleet_url) as fleet:
        first, second = await fleet.submit(ordered("a.yaml"), ordered("b.yaml"))
        changes = RunChanges(fleet.database, names=[first, second])
        await changes.look()
        async with fleet.database.transaction() as connection:
            await connection.execute("UPDATE runs SET state = 'passed' WHERE id = %s", (first,))
            await fleet.runs.cancel([second])
            assert [run.id for run in await changes.look()] == [second]

        assert first in {run.id for run in await changes.look()}
        assert changes.are_over
        assert await changes.look() == []
