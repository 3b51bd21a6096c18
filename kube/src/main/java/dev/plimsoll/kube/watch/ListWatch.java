package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Discovery;
import dev.plimsoll.kube.live.ListPager;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kube.resource.Omissions;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ResourceVersion;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Keeps the objects of one kind current: it lists them and then watches from the list's version. It
 * lists again only if the server has forgotten the version, because a list costs a busy server more
 * than a new watch. Each attempt after a failure waits for the {@link Backoff}.
 *
 * <p>What never breaks:
 *
 * <ul>
 *   <li>A watch continues at the version that was reached, also after a failure in its middle.
 *   <li>A list that lacks many objects, or is older than earlier data, counts only once a second
 *       list confirms it ({@link LostObjects}). An API server that loses its data empties no store.
 *   <li>A kind that the server doesn't serve has no objects. A kind that can't be read is reported
 *       as left out.
 *   <li>Nothing ends the loop but {@link #close}.
 * </ul>
 *
 * <p>One thread runs a list-watch; {@link #close} alone comes from another. The lock is that of
 * {@link ClusterStore}, and is not held while the server is read.
 *
 * <p>client-java's informers have the same duty. They ask for no bookmarks, so they list again
 * whenever a quiet kind's version is forgotten, and they wait the same second after each failure.
 */
final class ListWatch implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ListWatch.class.getName());

  /** As client-go asks, so that the watches of many clients end at different times. */
  private static final int MIN_WATCH_SECONDS = 300;

  /** With the longest back-off of half a minute, every five minutes. */
  private static final int MISSES_PER_LOOK = 10;

  private final Connection connection;
  private final WatchedKind kind;
  private final ObjectDecoder objectDecoder;
  private final ClusterStore store;
  private final HealthLog health;
  private final Backoff backoff;
  private final Duration longestSilence;
  private final Runnable afterDoubt;
  private final LostObjects lostObjects = new LostObjects();
  private final LackedKindLog lackedKindLog;

  /** How far it has come; a list that is older shows that the server's history was set back. */
  private String reached = "";

  /** How many versions of the kind weren't served, one after the other. */
  private int unserved;

  /** How often all of them were asked for in vain, one after the other. */
  private int misses;

  private boolean isMissing;
  private boolean isLeftOut;
  private volatile Optional<String> unknown = Optional.empty();
  private volatile Optional<Connection.ResponseStream> open = Optional.empty();

  ListWatch(
      Connection connection,
      WatchedKind kind,
      ClusterStore store,
      ObjectDecoder objectDecoder,
      HealthLog health,
      Backoff backoff,
      Duration longestSilence,
      Runnable afterDoubt) {
    this.connection = connection;
    this.kind = kind;
    this.lackedKindLog = new LackedKindLog("" + kind.resource().resource());
    this.objectDecoder = objectDecoder;
    this.store = store;
    this.health = health;
    this.backoff = backoff;
    this.longestSilence = longestSilence;
    this.afterDoubt = afterDoubt;
  }

  /** Lists and watches until it is closed, regardless of failures. */
  void run() {
    while (!backoff.isStopped()) {
      try {
        backoff.await();
        if (list()) {
          watch();
        }
      } catch (StatusException e) {
        answered(e);
      } catch (UnreachableException e) {
        String problem = String.valueOf(e.getMessage());
        if (mayBeUnlistable()) {
          unlistable(problem);
        } else {
          failed(problem);
        }
      } catch (Throwable e) {
        failed("watching failed: " + e);
      }
    }
  }

  /** Returns whether the list counts; a doubtful list is to be read again. */
  private boolean list() throws StatusException {
    List<ApiObject> objects = new ArrayList<>();
    ListPager.PageConsumer pages =
        new ListPager.PageConsumer() {
          @Override
          public void accept(List<JsonTree> page) {
            page.forEach(o -> objectDecoder.decode(o).ifPresent(read -> objects.add(held(read))));
          }

          @Override
          public void restart() {
            objects.clear();
          }
        };
    ListPager pager =
        new ListPager(connection, JsonPruning.FOR_RULES, Connection.JSON)
            .mapping(objectDecoder::reduced);
    String version = pager.read(store.served(kind), Optional.empty(), pages);
    if (isDoubtful(objects, version)) {
      return false;
    }
    if (isMissing || isLeftOut || unknown.isPresent()) {
      backoff.succeeded();
    }
    setMissing(false);
    unserved = 0;
    misses = 0;
    setUnknown(Optional.empty());
    setReadable();
    if (ResourceVersion.isNewer(reached, version)) {
      store.setBack(kind, objects, version);
    } else {
      store.replace(kind, objects, version);
    }
    reached = version;
    health.listed();
    return true;
  }

  /** Returns whether what the server says is to be heard a second time before it counts. */
  private boolean isDoubtful(List<ApiObject> objects, String version) {
    boolean wasDoubting = lostObjects.isDoubting();
    int stored = store.stored(kind).size();
    Optional<String> doubt = lostObjects.doubt(store.stored(kind), reached, objects, version);
    if (doubt.isPresent()) {
      backoff.failed();
      health.doubted(doubt.get());
    } else if (wasDoubting) {
      backoff.succeeded();
      afterDoubt.run();
    } else if (!reached.isEmpty() && LostObjects.areMuchMore(objects.size(), stored)) {
      afterDoubt.run();
    }
    return doubt.isPresent();
  }

  /** Returns the stored object if it hasn't changed, so that a relist takes no more memory. */
  private ApiObject held(ApiObject object) {
    return store.stored(object).filter(h -> ResourceVersion.same(h, object)).orElse(object);
  }

  /** Returns when the server answers so that all has to be listed again. */
  private void watch() throws InterruptedException {
    while (!backoff.isStopped()) {
      try {
        backoff.await();
        watchOnce();
      } catch (StatusException e) {
        answered(e);
        if (e.code() == StatusException.GONE || kind.isMissing(e)) {
          return;
        }
      } catch (UnreachableException e) {
        failed(String.valueOf(e.getMessage()));
      }
    }
  }

  /** Watches from the last version that was reached, until the watch ends. */
  private void watchOnce() throws StatusException {
    int seconds = ThreadLocalRandom.current().nextInt(MIN_WATCH_SECONDS, 2 * MIN_WATCH_SECONDS);
    Map<String, String> query = new TreeMap<>(store.served(kind).selector());
    query.put("watch", "true");
    query.put("allowWatchBookmarks", "true");
    query.put("resourceVersion", reached);
    query.put("timeoutSeconds", Integer.toString(seconds));
    Connection.ResponseStream stream = connection.stream(path(), query, longestSilence);
    open = Optional.of(stream);
    health.opened();
    try (StreamWatcher<ApiObject> watcher =
        new StreamWatcher<>(stream, reached, JsonPruning.FOR_RULES, objectDecoder::decode)) {
      if (backoff.isStopped()) {
        return;
      }
      boolean isSilent = true;
      try {
        for (Optional<WatchEvent<ApiObject>> event = watcher.next();
            event.isPresent();
            event = watcher.next()) {
          isSilent = false;
          backoff.succeeded();
          apply(event.get());
          store.reached(kind.resource().resource(), watcher.version());
        }
      } finally {
        reached = watcher.version();
      }
      if (isSilent) {
        backoff.failed();
      }
      health.received(0);
    } catch (SocketTimeoutException silence) {
      health.received(0);
      backoff.succeeded();
    } catch (IOException e) {
      failed("the watch broke off: " + Objects.requireNonNullElse(e.getMessage(), "no reason"));
    }
  }

  private void apply(WatchEvent<ApiObject> event) {
    switch (event.type()) {
      case ADDED, MODIFIED -> event.object().ifPresent(store::put);
      case DELETED -> event.object().ifPresent(store::remove);
      case BOOKMARK -> {}
    }
    health.received(event.type() == WatchEvent.Type.BOOKMARK ? 0 : 1);
  }

  private void answered(StatusException e) {
    if (kind.isMissing(e)) {
      if (turnsToNextVersion()) {
        return;
      }
      if (isDoubtful(List.of(), reached)) {
        return;
      }
      setMissing(true);
      setReadable();
      if (misses++ % MISSES_PER_LOOK == 0) {
        lookForUnknownVersions();
      }
      backoff.failed();
      store.notServed(kind);
      health.notServed();
    } else if (kind.isLeftOut(e)) {
      backoff.failed();
      setLeftOut(e);
    } else if (StatusException.isOutage(e.code()) && mayBeUnlistable()) {
      unlistable(Omissions.answer(e.code(), e.getMessage()));
    } else if (e.code() == StatusException.GONE) {
      failed("resourceVersion expired, listing again");
    } else {
      failed(path() + " was answered with " + e.code() + ": " + e.getMessage());
    }
  }

  /** A kind that decisions depend on is awaited instead, as the server may recover at once. */
  private boolean mayBeUnlistable() {
    return reached.isEmpty() && kind.isForAnswersOnly();
  }

  private void unlistable(String error) {
    backoff.failed();
    misses = 0;
    setUnknown(Optional.of(Omissions.ofFailed(kind.list(), error)));
    health.leftOut(path() + ": " + error);
  }

  /** Turns to the kind's next version, unless all have been asked for in vain. */
  private boolean turnsToNextVersion() {
    List<ApiResource> versions = kind.list().inEachVersion();
    int next = (versions.indexOf(store.served(kind)) + 1) % versions.size();
    store.serves(versions.get(next));
    unserved = (unserved + 1) % versions.size();
    return unserved > 0;
  }

  private String path() {
    return store.served(kind).path(Optional.empty());
  }

  private void setLeftOut(StatusException e) {
    isLeftOut = true;
    lackedKindLog.lacks(kind.omission());
    health.leftOut(path() + " was answered with " + e.code() + ": " + e.getMessage());
  }

  /** Takes it that there are no objects as long as the kind isn't served. */
  private void setMissing(boolean now) {
    if (now != isMissing) {
      isMissing = now;
      LOG.log(
          System.Logger.Level.INFO,
          now ? "{0} not served, looking again from time to time" : "{0} served",
          kind.resource().resource());
    }
  }

  /** Asks whether the server has the kind in versions that are not known, and tells it once. */
  private void lookForUnknownVersions() {
    List<String> versions;
    try {
      versions = new Discovery(connection).unknownVersions(kind.list());
    } catch (UnreachableException e) {
      misses = 0;
      return;
    }
    setUnknown(
        versions.isEmpty()
            ? Optional.empty()
            : Optional.of(Omissions.ofUnknownVersions(kind.list(), versions)));
  }

  private void setUnknown(Optional<String> now) {
    unknown = now;
    now.ifPresentOrElse(lackedKindLog::lacks, lackedKindLog::lacksNothing);
  }

  private void setReadable() {
    if (isLeftOut) {
      isLeftOut = false;
      lackedKindLog.lacksNothing();
    }
  }

  /**
   * Returns a sentence about the kind if it is served in versions that are not known only, or if
   * the server can't list it.
   */
  Optional<String> unknown() {
    return unknown;
  }

  private void failed(String problem) {
    backoff.failed();
    if (!backoff.isStopped()) {
      health.failed(problem);
    }
  }

  /** Ends it from another thread. */
  @Override
  public void close() {
    backoff.stop();
    open.ifPresent(Connection.ResponseStream::close);
  }
}
