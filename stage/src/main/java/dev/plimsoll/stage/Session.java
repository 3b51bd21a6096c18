package dev.plimsoll.stage;

import dev.plimsoll.stage.ask.Answer;
import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.install.Installer;
import dev.plimsoll.stage.install.OptionalKinds;
import dev.plimsoll.stage.rights.RightsRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A cluster that ways are played on, and another one after a failure of the stage itself. */
final class Session implements AutoCloseable {
  private final Path project;
  private final Path work;
  private final String kinds;
  private final Table table;
  private final RightsRecord rights = new RightsRecord();
  private int number;
  private Cluster cluster;
  private StageRun run;

  /** The use of an installer. */
  @FunctionalInterface
  interface Play {
    void by(StageRun run, Installer installer) throws Exception;
  }

  /**
   * Starts a cluster.
   *
   * @param work where its files go
   * @param kinds how the groups of the optional kinds begin that it knows
   */
  Session(Path project, Path work, String kinds, Table table) throws Exception {
    this.project = project;
    this.work = work;
    this.kinds = kinds;
    this.table = table;
    this.cluster = start();
    this.run = new StageRun(cluster, manifests(), table, rights);
  }

  private Cluster start() throws Exception {
    Path folder = Files.createDirectory(work.resolve("cluster-" + number++));
    Cluster started = new Cluster(folder, project, Path.of(System.getenv("KUBEBUILDER_ASSETS")));
    OptionalKinds.define(started.api(), kinds);
    return started;
  }

  private Path manifests() {
    return project.resolve("manifests");
  }

  /** Does something by an installer. If the stage itself fails, a new cluster is started. */
  void play(String installer, String way, Play play) throws Exception {
    Map<String, Installer> all = Installers.of(cluster, manifests(), cluster.folder());
    Installer its = all.get(installer);
    if (its == null) {
      throw new IllegalArgumentException("unknown installer " + installer + ": " + all.keySet());
    }
    try {
      play.by(run, its);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | AssertionError e) {
      table.add(
          installer + " " + way, "cleared", new Answer(false, String.valueOf(e.getMessage())));
      cluster.close();
      cluster = start();
      run = new StageRun(cluster, manifests(), table, rights);
    }
  }

  Cluster cluster() {
    return cluster;
  }

  RightsRecord rights() {
    return rights;
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
