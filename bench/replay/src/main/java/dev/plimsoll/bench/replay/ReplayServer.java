package dev.plimsoll.bench.replay;

import dev.plimsoll.testkit.KubeApiServer;
import dev.plimsoll.testkit.access.User;
import dev.plimsoll.testkit.plane.ControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An API server that demand is played into. */
interface ReplayServer extends AutoCloseable {

  /** Returns how to log in as an administrator. */
  Path kubeconfig() throws IOException;

  /** Returns whether it admits pods by quota itself, and keeps what is used current. */
  boolean enforcesQuota();

  /** Says that it is alive to whoever watches, where it doesn't do so by itself. */
  void bookmark();

  /** Returns what it is, in words. */
  String description();

  @Override
  void close();

  /** Starts a real one where KUBEBUILDER_ASSETS is set, else the testkit's. */
  static ReplayServer start(Path folder) throws Exception {
    return System.getenv("KUBEBUILDER_ASSETS") == null ? ofTestkit(folder) : ofBinaries(folder);
  }

  private static ReplayServer ofTestkit(Path folder) {
    KubeApiServer server = KubeApiServer.start();
    server.access().token("secret", new User("admin", "1", List.of("system:masters")));
    return new ReplayServer() {
      @Override
      public Path kubeconfig() {
        return server.kubeconfig(folder, "secret", "plimsoll");
      }

      @Override
      public boolean enforcesQuota() {
        return false;
      }

      @Override
      public void bookmark() {
        server.sendBookmarks();
      }

      @Override
      public String description() {
        return "the testkit's API server";
      }

      @Override
      public void close() {
        server.close();
      }
    };
  }

  private static ReplayServer ofBinaries(Path folder) throws Exception {
    ControlPlane plane = ControlPlane.start(folder);
    return new ReplayServer() {
      @Override
      public Path kubeconfig() throws IOException {
        return plane.kubeconfig("admin");
      }

      @Override
      public boolean enforcesQuota() {
        return true;
      }

      @Override
      public void bookmark() {}

      @Override
      public String description() {
        return "kube-apiserver with its quota controller";
      }

      @Override
      public void close() {
        plane.close();
      }
    };
  }
}
