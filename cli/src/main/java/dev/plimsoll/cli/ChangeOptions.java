package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.capacity.NodeGroup;
import dev.plimsoll.kubernetes.capacity.NodeGroups;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.validation.FieldError;
import dev.plimsoll.kubernetes.validation.ResourceQuotaValidation;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.NodeChange;
import dev.plimsoll.model.whatif.QuotaChange;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the changes that whatif's options describe. */
final class ChangeOptions {
  private static final Pattern SET_QUOTA = Pattern.compile("([^/:=]+)/([^/:=]+):([^=]+)=(.+)");
  private static final Pattern REMOVED_KEY = Pattern.compile("([^/:=]+)/([^/:=]+):([^=]+)-");
  private static final Pattern NAMED = Pattern.compile("([^/]+)/([^/]+)");
  private static final Pattern ADD_NODES = Pattern.compile("(.+)=([0-9]{1,6})");

  private ChangeOptions() {}

  static Change setQuota(String option) {
    Matcher removed = REMOVED_KEY.matcher(option);
    if (removed.matches()) {
      return new QuotaChange.RemoveQuotaKey(
          removed.group(1), removed.group(2), ResourceName.of(removed.group(3)));
    }
    Matcher parts = SET_QUOTA.matcher(option);
    if (!parts.matches()) {
      throw new InputException(
          "invalid --set-quota \""
              + option
              + "\": expected NS/NAME:KEY=VALUE, such as team-a/gpus:requests.nvidia.com/gpu=8");
    }
    ResourceName key = ResourceName.of(parts.group(3));
    Quantity value = quantity(option, parts.group(4));
    ResourceQuota alone =
        new ResourceQuota(
            ObjectMeta.of(parts.group(1), parts.group(2)),
            ResourceQuotaSpec.of(Resources.of(key, value)),
            ResourceQuotaStatus.NONE);
    List<FieldError> errors = ResourceQuotaValidation.validateCreate(alone);
    if (!errors.isEmpty()) {
      throw new InputException(
          "invalid --set-quota \"" + option + "\": the API server would deny it: " + errors.get(0));
    }
    return new QuotaChange.SetQuota(parts.group(1), parts.group(2), key, value);
  }

  private static Quantity quantity(String option, String text) {
    try {
      return Quantity.parse(text).roundUpToMilli();
    } catch (QuantityFormatException e) {
      throw new InputException(
          "--set-quota " + option + ": invalid quantity \"" + text + "\": " + e.getMessage());
    }
  }

  static Change named(
      String option, String value, BiFunction<String, String, ? extends Change> change) {
    Matcher parts = NAMED.matcher(value);
    if (!parts.matches()) {
      throw new InputException(
          "invalid " + option + " \"" + value + "\": expected NS/NAME, such as team-a/defaults");
    }
    return change.apply(parts.group(1), parts.group(2));
  }

  static Change addNodes(String option, Cluster cluster) {
    Matcher parts = ADD_NODES.matcher(option);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) == 0) {
      throw new InputException(
          "invalid --add-nodes \""
              + option
              + "\": expected GROUP=N or NODE=N, such as NVIDIA-A100-SXM4-80GB=2");
    }
    String group = parts.group(1);
    int count = Integer.parseInt(parts.group(2));
    if (cluster.find(Node.class, "", group).isPresent()) {
      return new NodeChange.AddNodes(group, count);
    }
    List<NodeGroup> nodeGroups = NodeGroups.of(cluster);
    return nodeGroups.stream()
        .filter(p -> p.product().equals(group))
        .findFirst()
        .map(p -> new NodeChange.AddNodes(p.nodes().get(0), count))
        .orElseThrow(
            () ->
                NameSuggestions.notFound(
                    "node group or node",
                    group,
                    Optional.empty(),
                    nodeGroups.stream().map(NodeGroup::product).distinct().toList()));
  }
}
