package dev.plimsoll.model.check;

import dev.plimsoll.kubernetes.object.ObjectReference;
import java.util.function.Supplier;

/**
 * An effect that is known and not explained yet: explaining costs far more.
 *
 * @param key what it is, so that it can be compared with another run
 * @param pods how many pods it concerns
 * @param finding explains it
 */
record Outcome(Key key, int pods, Supplier<CheckFinding> finding) {

  /**
   * The parts in which two equal outcomes agree.
   *
   * @param effect the effect
   * @param kind the kind of the affected object
   * @param namespace its namespace
   * @param name its name
   * @param rule the reason
   */
  record Key(Effect effect, String kind, String namespace, String name, String rule) {
    static Key of(Effect effect, ObjectReference affected, String rule) {
      return new Key(effect, affected.kind(), affected.namespace(), affected.name(), rule);
    }

    /** Returns whether it tells that pods of an object are denied or wait. */
    boolean isOfFailedPods(ObjectReference object) {
      return (effect == Effect.Denied || effect == Effect.Waits)
          && equals(of(effect, object, effect.name()));
    }
  }
}
