package dev.plimsoll.model.start;

import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.model.lifetime.PodRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of a start estimate in words. Pods of namespaces that the reader may not see have a
 * number and a size, and no name.
 */
public final class StartText {
  private final Predicate<String> isVisible;
  private final boolean seesNodes;

  /**
   * Makes texts.
   *
   * @param isVisible the namespaces whose pods are named
   * @param seesNodes whether nodes are named
   */
  public StartText(Predicate<String> isVisible, boolean seesNodes) {
    this.isVisible = isVisible;
    this.seesNodes = seesNodes;
  }

  /** Returns the needs of a pod, a sentence each. */
  public List<String> needs(StartEstimate estimate) {
    Needs needs = estimate.needs();
    List<String> texts = new ArrayList<>();
    if (needs instanceof Needs.Nothing) {
      texts.add(
          estimate.place().podsBefore() == 0
              ? "nothing: it starts once it is its turn"
              : "nothing, if the pods before it leave enough free");
    } else if (needs instanceof Needs.Release release) {
      release.lacks().forEach(l -> texts.add(lack(l)));
      release.sets().forEach(s -> texts.add("enough: the end of " + set(s)));
    } else if (needs instanceof Needs.NothingEnds nothing) {
      nothing.lacks().forEach(l -> texts.add(lack(l)));
      texts.add("no pod that ends by itself would give that back; services end by scaling only");
    } else if (needs instanceof Needs.NotAccepted rejected) {
      texts.add(withNodes(rejected.why(), rejected.ofNodes()));
      texts.add("no pod that ends by itself would change that; services end by scaling only");
    } else if (needs instanceof Needs.Never never) {
      texts.add("it never starts as things are: " + withNodes(never.why(), never.ofNodes()));
    } else if (needs instanceof Needs.Event event) {
      texts.add(event.what());
    } else if (needs instanceof Needs.Unknown unknown) {
      texts.add("unknown: " + unknown.why());
    }
    return texts;
  }

  private String withNodes(String why, String ofNodes) {
    return why + (seesNodes && !ofNodes.isEmpty() ? ": " + ofNodes : "");
  }

  /** Returns the lack, as half a sentence. */
  public String lack(Needs.Lack lack) {
    String amount = lack.amount() + " " + lack.resource();
    return switch (lack.layer()) {
      case Quota -> "quota " + lack.object() + " must give back " + amount;
      case Share -> lack.object() + " must give back " + amount + " of its share";
      case Gang -> "nodes must give back " + amount + " for the gang to fit at once";
      case Node ->
          "a node must give back "
              + amount
              + (seesNodes && !lack.object().isEmpty()
                  ? "; " + lack.object() + " lacks the least"
                  : "");
    };
  }

  private String set(Needs.ReleaseSet set) {
    List<String> parts =
        new ArrayList<>(
            set.pods().stream()
                .filter(p -> isVisible.test(p.namespace()))
                .map(p -> "pod " + p.key() + (p.isTerminating() ? ", which is being deleted" : ""))
                .toList());
    others(set).forEach(o -> parts.add(o.text()));
    String node = seesNodes && !set.node().isEmpty() ? " on " + set.node() : "";
    return String.join(" and ", parts) + node;
  }

  /**
   * Pods of others that are alike.
   *
   * @param pods how many
   * @param devices how many devices each requests
   */
  public record Others(int pods, long devices) {
    private String text() {
      return Counted.of(pods, "pod")
          + " of other tenants"
          + (devices == 0 ? "" : " with " + Counted.of(devices, "device") + " each");
    }
  }

  /** Returns the pods of a set that have no name for the reader. */
  public List<Others> others(Needs.ReleaseSet set) {
    return set.pods().stream()
        .filter(p -> !isVisible.test(p.namespace()))
        .collect(
            Collectors.groupingBy(PodRun::devices, java.util.TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(e -> new Others(e.getValue().intValue(), e.getKey()))
        .toList();
  }

  /** Returns the pods of a set that the reader may see. */
  public List<Pod> named(Needs.ReleaseSet set) {
    return set.pods().stream().filter(p -> isVisible.test(p.namespace())).toList();
  }

  /** Returns whether nodes are named. */
  public boolean seesNodes() {
    return seesNodes;
  }

  /**
   * Returns a sentence about pods that don't wait.
   *
   * @param running how many have a node
   * @param ended how many have ended or are being deleted
   */
  public static String noneWaits(long running, long ended) {
    String text =
        Stream.of(
                running == 0 ? "" : Counted.of(running, "pod", "has", "have") + " a node",
                ended == 0
                    ? ""
                    : Counted.of(ended, "pod", "has ended or is", "have ended or are")
                        + " being deleted")
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "No pod waits." : "No pod waits: " + text + ".";
  }

  /** Returns the place in words. */
  public static String place(QueuePlace place) {
    if (!place.isKnown()) {
      return place.order().text();
    }
    return place.podsBefore() == 0
        ? "first, " + place.order().text()
        : Counted.of(place.podsBefore(), "pod")
            + " with "
            + Counted.of(place.devicesBefore(), "device")
            + " before it, "
            + place.order().text();
  }
}
