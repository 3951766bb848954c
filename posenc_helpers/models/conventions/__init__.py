"""What published programs do differently from the paper, and what goes wrong."""

from posenc_helpers.models.conventions.bugs import BUGS
from posenc_helpers.models.conventions.explorers import BatchExplorer
from posenc_helpers.models.conventions.figures import plot_batch, plot_museum
from posenc_helpers.models.conventions.tables import CONVENTIONS, convention_table
