package dev.plimsoll.stage.ask;

import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.install.Certificates;
import dev.plimsoll.stage.install.Installer;
import dev.plimsoll.stage.install.Way;
import java.nio.file.Path;

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
}
