"""How published programs differ from the paper, and what goes wrong in some."""

from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.explorers import BatchExplorer
from posenc_helpers.models.conventions.figures import plot_batch, plot_museum
from posenc_helpers.models.conventions.tables import CONVENTIONS, convention_table
