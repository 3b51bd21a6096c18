package dev.plimsoll.admission;

import dev.plimsoll.testkit.plane.Await;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The role on an API server over HTTP, whose clock and ticker go on. The namespace {@code team} is
 * labelled for strict mode.
 */
abstract class StrictTeam {
  static final String GPU = "requests.nvidia.com/gpu";
  static final String DENIED = "403 admission webhook \"quota.plimsoll.dev\" denied the request: ";

  @TempDir private static Path folder;

  final AdmissionCluster cluster = new AdmissionCluster(folder);

  @BeforeEach
  void label() {
    cluster.strictNamespace("team");
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  /** Starts the role beside a quota of GPUs, and waits until its ledger is there. */
  final void limit(int gpus) throws Exception {
    cluster.quota("team", "gpus", "'requests.nvidia.com/gpu': '" + gpus + "'");
    cluster.start();
    awaitUsed(0);
  }

  final void awaitUsed(int gpus) throws Exception {
    Await.until(
        "the ledger says that " + gpus + " are used and none reserved",
        () ->
            cluster.amount("used", GPU).equals(Integer.toString(gpus))
                && cluster.amount("reserved", GPU).equals("0"));
  }
}
