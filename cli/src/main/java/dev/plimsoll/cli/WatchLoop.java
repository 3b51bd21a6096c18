package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.live.ClusterAccess;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.watch.ClusterInformers;
import dev.plimsoll.kube.watch.InformerOptions;
import dev.plimsoll.kube.watch.WatchedKind;
import dev.plimsoll.kubernetes.cluster.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Draws an answer again whenever what it rests on has changed, once a second at most. Answers about
 * a live cluster also depend on the time, so they are drawn again twice a minute.
 */
final class WatchLoop {
  private static final Duration FIRST_LIST = Duration.ofMinutes(2);
  private static final Duration OLDEST = Duration.ofSeconds(30);

  private record FileState(Path file, FileTime modified, long size) {}

  /**
   * A cluster as it was last read.
   *
   * @param problems the problems that keep the cluster from being read now
   * @param time a number that grows twice a minute
   */
  private record ClusterState(Cluster cluster, List<String> problems, long time) {}

  private WatchLoop() {}

  /**
   * Follows a live cluster until the process is ended.
   *
   * @param draw gets the cluster as it was last read and, if it can't be read now, why, a sentence
   *     for each kind
   */
  static void ofCluster(ClusterAccess access, BiConsumer<Cluster, List<String>> draw)
      throws InterruptedException {
    Logs.quieten();
    Logs.hideProgress();
    ClusterInformers informers =
        ClusterInformers.startWhole(access, WatchedKind.QUEUES, InformerOptions.DEFAULT);
    Runtime.getRuntime().addShutdownHook(new Thread(informers::close, "shutdown"));
    if (!informers.awaitSynced(FIRST_LIST)) {
      throw new UnreachableException(
          "the cluster was not listed within " + FIRST_LIST.toMinutes() + " minutes");
    }
    run(
        () ->
            new ClusterState(
                informers.store().cluster(),
                informers.health().problems(),
                System.nanoTime() / OLDEST.toNanos()),
        WatchLoop::aSecond,
        () -> {
          List<String> problems = informers.health().problems();
          if (problems.isEmpty()) {
            informers.watchOwners();
          }
          draw.accept(informers.confirmed(informers.cluster()), problems);
        });
  }

  /** Follows files until the process is ended. */
  static void ofFiles(List<Path> files, Runnable draw) {
    run(() -> states(files), WatchLoop::aSecond, draw);
  }

  /**
   * Draws, and again whenever the state isn't equal to what it was before. It ends if an answer
   * can't be written.
   *
   * @param state what is looked at
   * @param pause waits a while; false ends it
   */
  static void run(Supplier<?> state, BooleanSupplier pause, Runnable draw) {
    Object seen = state.get();
    while (true) {
      draw.run();
      if (System.out.checkError()) {
        return;
      }
      Object now;
      do {
        if (!pause.getAsBoolean()) {
          return;
        }
        now = state.get();
      } while (now.equals(seen));
      seen = now;
    }
  }

  private static boolean aSecond() {
    try {
      TimeUnit.SECONDS.sleep(1);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Returns the states of the files and of files in the folders; they change with each write. */
  static List<?> states(List<Path> paths) {
    List<FileState> states = new ArrayList<>();
    for (Path path : paths) {
      try (Stream<Path> files = Files.walk(path)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          states.add(new FileState(file, Files.getLastModifiedTime(file), Files.size(file)));
        }
      } catch (IOException e) {
        throw new InputException("cannot read " + path + ": " + e.getMessage());
      }
    }
    return states;
  }
}
