package dev.plimsoll.kubernetes.karpenter;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.KarpenterNodeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.recorded.AutoscalerRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the NodeClaims that Karpenter nominated for pods without a node.
 *
 * <p>Source: {@code sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling/events.go}.
 */
public final class LaunchedNodeClaims {
  private static final Pattern NODE_CLAIM = Pattern.compile("nodeclaim/([^\\s,]+)");

  private LaunchedNodeClaims() {}

  /** Returns the names of the NodeClaims in Karpenter's newest event about the pod. */
  public static List<String> nominated(Cluster cluster, Pod pod) {
    List<String> names = new ArrayList<>();
    for (Event event : AutoscalerRecord.of(cluster, List.of(pod))) {
      Matcher matcher = NODE_CLAIM.matcher(event.note());
      if (event.reason().equals("Nominated") && matcher.find()) {
        names.add(matcher.group(1));
      }
    }
    return names;
  }

  /** Returns the nominated NodeClaim whose node doesn't take pods yet. */
  public static Optional<KarpenterNodeClaim> of(Cluster cluster, Pod pod) {
    return cluster.list(KarpenterNodeClaim.class).isEmpty()
        ? Optional.empty()
        : nominated(cluster, pod).stream()
            .flatMap(name -> cluster.find(KarpenterNodeClaim.class, "", name).stream())
            .filter(claim -> claim.nextStep().isPresent())
            .filter(claim -> claim.metadata().deletionTimestamp().isEmpty())
            .findFirst();
  }
}
