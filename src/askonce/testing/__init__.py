"""Tools to test your own flows offline: a model, a provider or its recorded replies on this machine, and a screen.

There are four ways to test without a provider, from the least work to the most control:

**The embedded model** is what an agent asks when nothing else is set. It carries out plain instructions from the
elements of the page, and what the elements prove is checked without any model. Nothing has to be prepared:

    def test_the_form_is_sent(agent):
        agent.act('type "Ann" into Name, then click Send')
        agent.check('the text "Thank you, Ann" is visible')

**Recordings** need a model once. Run your tests with one, commit the folder of recordings, and let CI replay them:
`pytest --askonce-recordings=read-only`. A step that no longer fits asks the model, so without one the test fails there
and names the step.

**A cassette** keeps the replies of a real model word for word, also those to questions that are never recorded. Record
it once with the model, then replay it with none; a question that is not in it raises a `CassetteMiss` that shows the
nearest one:

    from askonce.config import read_settings
    from askonce.models import Cassette, build_model

    @pytest.fixture
    def askonce_options(request):
        path = request.path.with_suffix(".cassette.jsonl")
        if os.environ.get("RECORD"):
            return {"model": Cassette(build_model(read_settings().models.default), path, mode="record")}
        return {"model": Cassette(None, path)}

**`ModelServer`** is a real HTTP server on the loopback address that answers by your rules and fails on demand, to
test what your own code does when a provider is slow, busy or wrong:

    from askonce.testing import Fault, ModelServer

    @pytest.fixture
    def askonce_options():
        with ModelServer() as server:
            server.fail_next(Fault.status(429, retry_after=0))
            server.reply('<complete success="true">There is a red mug.</complete>', when="red mug")
            yield {"model": server.settings()}

A model error is never a failed check: the test fails with a `ModelError` that says what the provider did.

Without a browser, `FakeScreen` is a screen in memory and `ScriptedModel` a model that gives its replies in order, for
tests of actions and finders of your own. `askonce.testing.shop` is a shop to try things on, and
`askonce.testing.contracts` has the tests that a screen, an action or a store of your own has to pass.
"""

from askonce.models.scripted_model import ScriptedModel
from askonce.screens.fake import FakeScreen
from askonce.testing.model_faults import Fault
from askonce.testing.model_server import ModelServer
from askonce.testing.received_request import Asked, Said

__all__ = ["Asked", "FakeScreen", "Fault", "ModelServer", "Said", "ScriptedModel"]
