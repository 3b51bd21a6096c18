package dev.plimsoll.model.gate;

/**
 * Why a pod stays gated.
 *
 * @param cause what it waits for
 * @param text that as half a sentence, with what is known of it
 */
public record GateReason(Cause cause, String text) {

  /** The cause for which gated pods wait. */
  public enum Cause {
    /** The share of their tenant, including borrowed amounts. */
    SHARE("share"),
    /** The other pods of their gang. */
    GANG("gang"),
    /** The PodGroup that says how many pods their gang has. */
    POD_GROUP("pod_group"),
    /** The Job whose parallelism says how many pods their gang has. */
    JOB("job"),
    /** Nodes that can take them. */
    NODES("nodes"),
    /** A pod or gang of their tenant that has waited for long. */
    TURN("turn"),
    /** The rights to read something that the answer rests on are missing. */
    UNREAD("unread");

    private final String word;

    Cause(String word) {
      this.word = word;
    }

    /** Returns the cause in one word, for metrics. */
    public String word() {
      return word;
    }
  }
}
