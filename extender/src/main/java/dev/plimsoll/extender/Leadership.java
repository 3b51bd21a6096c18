package dev.plimsoll.extender;

import dev.plimsoll.extender.scheduler.Decisions;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.server.ServerDependencies;
import dev.plimsoll.server.election.LeaderElection;
import dev.plimsoll.server.election.LeaderElectionSettings;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Decides which replica answers kube-scheduler: the leader, once it has counted the pods that the
 * former leader may have accepted. The other replicas are as warm, but not ready. A single replica
 * always answers. It also counts the pods that it may have accepted before its restart.
 */
final class Leadership implements AutoCloseable {
  private static final String NOT_LEADING = "another replica leads, or none does yet";
  private static final String NOT_READ = "the Lease of the leader election is not yet read";

  private final LeaderElectionSettings settings;
  private final Decisions decisions;
  private volatile Optional<LeaderElection> election = Optional.empty();
  private volatile long takenOver;

  Leadership(LeaderElectionSettings settings, Decisions decisions) {
    this.settings = settings;
    this.decisions = decisions;
  }

  /**
   * Stands for election; where there is none, takes over at once.
   *
   * @param instance what to call this replica
   */
  void stand(Connection connection, String instance, ServerDependencies dependencies) {
    if (!settings.leaderElect()) {
      decisions.takeOver();
      return;
    }
    LeaderElection standing =
        LeaderElection.start(settings, connection, instance + "_" + UUID.randomUUID());
    election = Optional.of(standing);
    dependencies.addDuty(standing::status);
    dependencies
        .registry()
        .register(
            GaugeWithCallback.builder()
                .name("plimsoll_leader")
                .help("Whether this replica leads (1) or not (0). Only with leader election.")
                .callback(callback -> callback.call(isLeader() ? 1 : 0))
                .build());
  }

  /** Returns whether this replica leads and has taken over; any thread may ask at any time. */
  boolean isLeader() {
    return problem().isEmpty();
  }

  /** Returns why this replica may not answer, as a sentence; empty if it may. */
  Optional<String> problem() {
    if (!settings.leaderElect()) {
      return Optional.empty();
    }
    OptionalLong term = election.map(LeaderElection::term).orElseGet(OptionalLong::empty);
    if (term.isEmpty()) {
      boolean isRead = election.map(LeaderElection::isRead).orElse(false);
      return Optional.of(isRead ? NOT_LEADING : NOT_READ);
    }
    if (term.getAsLong() != takenOver) {
      takeOver(term.getAsLong());
    }
    return Optional.empty();
  }

  private synchronized void takeOver(long term) {
    if (term != takenOver) {
      decisions.takeOver();
      takenOver = term;
    }
  }

  @Override
  public void close() {
    election.ifPresent(LeaderElection::close);
  }
}
