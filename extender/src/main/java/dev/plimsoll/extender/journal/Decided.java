package dev.plimsoll.extender.journal;

import dev.plimsoll.extender.accounting.HoldCheck;
import dev.plimsoll.extender.accounting.HoldReason;
import dev.plimsoll.kubernetes.object.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The decision about a pod.
 *
 * @param namespace the pod's namespace
 * @param pod its name
 * @param uid its UID
 * @param nodes how many nodes it was decided for
 * @param passing how many of them it may go to, or pods may be evicted from for it
 * @param held why quota or share holds it; empty if neither does, or on some nodes only
 * @param checks what quotas and shares said, where they were asked
 * @param heldFor for how long it had been held until then; empty if it wasn't, or if the verb
 *     doesn't tell
 * @param state the number of the extender's state that it was decided on; empty in a journal of an
 *     older version
 */
public record Decided(
    String namespace,
    String pod,
    String uid,
    int nodes,
    int passing,
    String held,
    List<HoldCheck> checks,
    Optional<Duration> heldFor,
    Optional<Long> state) {

  /** Of more quotas, only the quotas that hold the pod are kept, because they alone decide. */
  private static final int MOST_CHECKS = 32;

  public Decided {
    checks = List.copyOf(checks.size() > MOST_CHECKS ? fewer(checks) : checks);
  }

  private static List<HoldCheck> fewer(List<HoldCheck> checks) {
    List<HoldCheck> fewer = new ArrayList<>(checks.subList(0, MOST_CHECKS));
    checks.subList(MOST_CHECKS, checks.size()).stream()
        .filter(c -> c.holdReason().isPresent())
        .forEach(fewer::add);
    return fewer;
  }

  /** Makes that of a pod that quotas and shares were asked about. */
  public static Decided byChecks(Pod pod, int nodes, int passing, List<HoldCheck> checks) {
    String held = HoldCheck.held(checks, passing).map(HoldReason::text).orElse("");
    return new Decided(
        pod.namespace(),
        pod.name(),
        pod.metadata().uid(),
        nodes,
        passing,
        held,
        checks,
        Optional.empty(),
        Optional.empty());
  }

  /** Makes that of a pod by anything else. */
  public static Decided of(Pod pod, int nodes, int passing) {
    return new Decided(
        pod.namespace(),
        pod.name(),
        pod.metadata().uid(),
        nodes,
        passing,
        "",
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the same of a pod that had been held so long. */
  public Decided afterHold(Optional<Duration> duration) {
    return new Decided(namespace, pod, uid, nodes, passing, held, checks, duration, state);
  }

  /** Returns a copy of the decision with the number of the state. */
  public Decided on(long revision) {
    return new Decided(
        namespace, pod, uid, nodes, passing, held, checks, heldFor, Optional.of(revision));
  }
}
