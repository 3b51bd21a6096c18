package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Node;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.whatif.Trial;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Proposes another value for a node selector that no node with the resource meets. */
final class SelectorProposal implements PlacementRemedies.Proposal {

  @Override
  public List<Remedy> propose(Scene scene, Waiting waiting, ResourceName resource) {
    Pod first = waiting.pods().get(0);
    Quantity wanted = Scene.requests(first).getOrZero(resource);
    List<Remedy> remedies = new ArrayList<>();
    new TreeMap<>(first.spec().nodeSelector())
        .forEach(
            (key, value) -> {
              Set<String> others = new TreeSet<>();
              boolean met = false;
              for (Node node : scene.cluster().nodes()) {
                if (node.allocatable().getOrZero(resource).compareTo(wanted) >= 0) {
                  String there = node.metadata().labels().get(key);
                  met |= value.equals(there);
                  if (there != null && Scene.takesPods(node)) {
                    others.add(there);
                  }
                }
              }
              if (!met) {
                others.forEach(other -> remedies.add(remedy(scene, waiting, key, value, other)));
              }
            });
    return remedies;
  }

  private static Remedy remedy(
      Scene scene, Waiting waiting, String key, String value, String other) {
    Trial trial =
        waiting.retry(
            scene,
            spec -> {
              Map<String, String> selector = new HashMap<>(spec.nodeSelector());
              selector.put(key, other);
              return spec.toBuilder().nodeSelector(selector).build();
            });
    return Patches.ofPodSpec(
            waiting.group(),
            "select " + key + "=" + other + " instead of " + value + ", which no node has",
            "nodeSelector:\n  " + key + ": " + Patches.quoted(other) + "\n")
        .tried(trial);
  }
}
