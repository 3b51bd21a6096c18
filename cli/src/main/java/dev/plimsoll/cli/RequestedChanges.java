package dev.plimsoll.cli;

import dev.plimsoll.console.ChangeReader;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.QuotaChange;
import dev.plimsoll.model.whatif.WorkloadChange;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes that a caller requests over HTTP, in the words of {@code plimsoll whatif}. No change may
 * read a file, and their number is bounded.
 */
final class RequestedChanges implements ChangeReader {
  private static final int MOST_CHANGES = 20;
  private static final int MOST_NODES = 100;

  @Override
  public List<Change> read(List<String> options, Cluster cluster) {
    if (options.size() % 2 != 0) {
      throw new InputException(
          "the value of \"" + options.get(options.size() - 1) + "\" is missing");
    }
    if (options.size() / 2 > MOST_CHANGES) {
      throw new InputException(
          options.size() / 2 + " changes, at most " + MOST_CHANGES + " are tried at a time");
    }
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < options.size(); i += 2) {
      changes.add(change(options.get(i), options.get(i + 1), cluster));
    }
    int added =
        changes.stream().mapToInt(c -> c instanceof NodeChange.AddNodes n ? n.count() : 0).sum();
    if (added > MOST_NODES) {
      throw new InputException(
          Counted.of(added, "node") + ", at most " + MOST_NODES + " are added at a time");
    }
    return changes;
  }

  private static Change change(String option, String value, Cluster cluster) {
    return switch (option) {
      case "--set-quota" -> ChangeOptions.setQuota(value);
      case "--remove-quota" -> ChangeOptions.named(option, value, QuotaChange.RemoveQuota::new);
      case "--remove-limitrange" ->
          ChangeOptions.named(option, value, Change.RemoveLimitRange::new);
      case "--uncordon" -> new NodeChange.Uncordon(value);
      case "--cordon" -> new NodeChange.Cordon(value);
      case "--add-nodes" -> ChangeOptions.addNodes(value, cluster);
      case "--delete-pod" -> ChangeOptions.named(option, value, WorkloadChange.DeletePod::new);
      default ->
          throw new InputException(
              "unknown change \""
                  + option
                  + "\"; expected --set-quota, --remove-quota, --remove-limitrange, --uncordon,"
                  + " --cordon, --add-nodes or --delete-pod");
    };
  }
}
