package dev.plimsoll.stage.ask;

import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.install.Certificates;
import dev.plimsoll.stage.install.Installer;
import dev.plimsoll.stage.install.Way;
import dev.plimsoll.stage.node.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A way that is installed.
 *
 * @param cluster where
 * @param installer by what
 * @param way what
 * @param certificates those of the extender and the console
 * @param manifests the folder of the project
 * @param before all objects that were there before it was installed
 */
public record Scene(
    Cluster cluster,
    Installer installer,
    Way way,
    Certificates certificates,
    Path manifests,
    Inventory before) {

  /** Returns the namespace that everything is installed in. */
  String namespace() {
    return "plimsoll";
  }

  /** Runs the command of the product as an administrator. */
  Shell.Output plimsoll(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-jar");
    command.add(manifests.resolveSibling("cli/target/quickly/plimsoll.jar").toString());
    command.addAll(List.of(arguments));
    return Shell.run(command, Map.of("KUBECONFIG", cluster.kubectl().kubeconfig().toString()));
  }
}
