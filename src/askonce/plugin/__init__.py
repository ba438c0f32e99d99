"""The pytest plugin: agents as fixtures, settings as options and marks, one report for the whole session.

It comes with the package, and does nothing until a test asks for `agent` or `async_agent`:

    def test_the_red_mug_can_be_bought(agent):
        agent.act("put the red mug into the basket")
        agent.check('the text "Basket 1" is visible')

A test that uses pytest-playwright's `page` has its agent on that page, any other on a page of its own. What worked is
kept under the name of the test once it has passed, and done again without a model the next time.
"""
