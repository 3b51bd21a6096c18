package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.kube.watch.StreamWatcher;
import dev.plimsoll.kube.watch.WatchEvent;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Reports others' writes to ledgers at once, so that a write to an outdated version isn't tried in
 * vain.
 */
public final class LedgerWatch implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);
  private static final String LONGEST_SECONDS = "300";

  private final Connection connection;
  private final LedgerObjects objects;
  private final Reserver reserver;
  private final PeriodicTask task;
  private volatile Optional<Connection.ResponseStream> open = Optional.empty();
  private volatile boolean isClosed;

  private LedgerWatch(Connection connection, Reserver reserver) {
    this.connection = connection;
    this.objects = new LedgerObjects(connection);
    this.reserver = reserver;
    this.task =
        PeriodicTask.start(
            "ledger-watch",
            RunInterval.every(PAUSE).after(Duration.ZERO).lasting(),
            this::listAndWatch);
  }

  /** Starts to tell. */
  public static LedgerWatch start(Connection connection, Reserver reserver) {
    return new LedgerWatch(connection, reserver);
  }

  /** Returns the status of the task. */
  public TaskStatus status() {
    return task.status();
  }

  private void listAndWatch() throws StatusException {
    LedgerObjects.Listed listed = objects.list();
    listed.ledgers().forEach(s -> s.ledger().ifPresent(reserver::observed));
    Optional<String> version = Optional.of(listed.resourceVersion());
    while (version.isPresent() && !isClosed) {
      version = watch(version.get());
    }
  }

  /**
   * Returns the version to continue from; empty if the server has forgotten it or sends nothing.
   */
  private Optional<String> watch(String from) throws StatusException {
    Map<String, String> query =
        Map.of(
            "watch",
            "true",
            "allowWatchBookmarks",
            "true",
            "resourceVersion",
            from,
            "timeoutSeconds",
            LONGEST_SECONDS);
    try {
      Connection.ResponseStream stream =
          connection.stream(KubeLedgerStore.LIST, query, LONGEST_SILENCE);
      open = Optional.of(stream);
      return follow(stream, from);
    } catch (StatusException e) {
      if (e.code() == StatusException.GONE) {
        return Optional.empty();
      }
      throw e;
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<String> follow(Connection.ResponseStream stream, String from)
      throws StatusException, IOException {
    try (StreamWatcher<QuotaLedger> watcher =
        new StreamWatcher<>(stream, from, JsonPruning.NONE, this::news)) {
      try {
        for (Optional<WatchEvent<QuotaLedger>> event = watcher.next();
            event.isPresent() && !isClosed;
            event = watcher.next()) {
          if (event.get().type() != WatchEvent.Type.DELETED) {
            event.get().object().ifPresent(reserver::observed);
          }
        }
      } catch (SocketTimeoutException silence) {
        return Optional.of(watcher.version());
      }
      return Optional.of(watcher.version()).filter(reached -> !reached.equals(from));
    }
  }

  /**
   * Returns the ledger if it is newer than the known one. Own writes come back, too, and an
   * unusable ledger is skipped.
   */
  private Optional<QuotaLedger> news(JsonTree object) {
    JsonTree metadata = object.object("metadata");
    if (!reserver.isNews(metadata.text("name"), metadata.text("resourceVersion"))) {
      return Optional.empty();
    }
    try {
      return Optional.of(QuotaLedgerJson.read(object));
    } catch (InvalidLedgerException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    isClosed = true;
    task.close();
    open.ifPresent(Connection.ResponseStream::close);
  }
}
