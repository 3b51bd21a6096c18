package dev.plimsoll.extender.accounting;

import dev.plimsoll.model.object.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pods for which others are evicted from a node, as kube-scheduler's nominator has them:
 * expected from the time that this is allowed, and shown once a watch tells the node. What is shown
 * stays until it is forgotten; what is expected expires. For one thread at a time.
 */
public final class NominatedPods {
  private static final long NEVER = 0;

  private final AssumedPods expected = new AssumedPods();
  private final AssumedPods shown = new AssumedPods();

  /** Takes in a pod that the scheduler may nominate now, wherever that is. */
  public void expect(AssumedPod pod) {
    if (shown.of(pod.uid()).isEmpty()) {
      expected.assume(pod);
    }
  }

  /** Takes in a pod that is nominated for a node. */
  public void show(Pod pod, String node) {
    Optional<AssumedPod> unused = expected.forget(AssumedPod.uid(pod));
    shown.assume(new AssumedPod(pod, node, NEVER));
  }

  /** Forgets a pod that isn't shown as nominated any more; that it is expected to be stays. */
  public void hide(String uid) {
    Optional<AssumedPod> unused = shown.forget(uid);
  }

  /** Forgets a pod. */
  public void forget(String uid) {
    hide(uid);
    Optional<AssumedPod> unused = expected.forget(uid);
  }

  /** Returns the nominated pod with that UID. */
  public Optional<AssumedPod> of(String uid) {
    return shown.of(uid).or(() -> expected.of(uid));
  }

  /** Returns whether a pod is expected to be nominated. */
  public boolean isExpected(String uid) {
    return expected.of(uid).isPresent();
  }

  /** Returns the pods that are nominated for a node. */
  public List<AssumedPod> on(String node) {
    return List.copyOf(shown.on(node));
  }

  /** Returns the nominated pods of a namespace. */
  public List<AssumedPod> in(String namespace) {
    List<AssumedPod> some = new ArrayList<>(shown.in(namespace));
    some.addAll(expected.in(namespace));
    return some;
  }

  /** Forgets what was expected and has expired, and returns it. */
  public List<AssumedPod> expire(long now) {
    return expected.expire(now);
  }

  /** Returns all. */
  public List<AssumedPod> all() {
    List<AssumedPod> all = new ArrayList<>(shown.all());
    all.addAll(expected.all());
    return all;
  }
}
