package dev.plimsoll.server.election;

import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.periodic.TaskStatus;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A replica that is a candidate, or the only replica, which leads without election. */
public final class Candidacy implements AutoCloseable {
  private final Optional<LeaderElection> election;

  private Candidacy(Optional<LeaderElection> election) {
    this.election = election;
  }

  /**
   * Begins to stand, under the name of the pod that this is, where the settings say so.
   *
   * @param duties gets how standing fares
   */
  public static Candidacy start(
      LeaderElectionSettings settings,
      Connection connection,
      Consumer<Supplier<TaskStatus>> duties) {
    if (!settings.leaderElect()) {
      return new Candidacy(Optional.empty());
    }
    LeaderElection election =
        LeaderElection.start(
            settings,
            connection,
            System.getenv().getOrDefault("HOSTNAME", "plimsoll") + "_" + UUID.randomUUID());
    duties.accept(election::status);
    return new Candidacy(Optional.of(election));
  }

  /** Returns whether this leads. */
  public boolean isLeader() {
    return election.map(LeaderElection::isLeader).orElse(true);
  }

  /** Releases the Lease, so that another replica can lead at once. */
  @Override
  public void close() {
    election.ifPresent(LeaderElection::close);
  }
}
