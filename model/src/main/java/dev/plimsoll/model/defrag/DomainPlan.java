package dev.plimsoll.model.defrag;

import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.model.topology.Domain;
import java.util.List;

/**
 * A plan that lets one domain take a job.
 *
 * @param job the job
 * @param outcome the outcome of the search
 */
public record DomainPlan(DomainJob job, Outcome outcome) {

  /** The outcome of the search. */
  public sealed interface Outcome {}

  /** A domain takes the job now. */
  public record Fits(Domain domain) implements Outcome {}

  /** Pods to move, the fewest found. */
  public record Moves(DomainMoves moves) implements Outcome {}

  /**
   * Nothing was found.
   *
   * @param notes what is lacking, a sentence each
   */
  public record NoMoves(List<String> notes) implements Outcome {
    public NoMoves {
      notes = List.copyOf(notes);
    }
  }

  /** The outcome is unknown. */
  public record Unknown(Unread unread) implements Outcome {}
}
