package dev.plimsoll.stage;

import dev.plimsoll.stage.cluster.Cluster;
import dev.plimsoll.stage.install.HelmChart;
import dev.plimsoll.stage.install.Installer;
import dev.plimsoll.stage.install.Kustomize;
import dev.plimsoll.stage.install.PlainYaml;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools by which users install, by their names. */
final class Installers {
  private Installers() {}

  static Map<String, Installer> of(Cluster cluster, Path manifests, Path work) throws IOException {
    Path chart = manifests.resolve("chart");
    Map<String, Installer> all = new LinkedHashMap<>();
    for (Installer each :
        List.of(
            new Kustomize(cluster.kubectl(), manifests, work.resolve("manifests")),
            new HelmChart(chart, cluster.kubectl(), work.resolve("values.yaml")),
            new PlainYaml(cluster.kubectl(), work.resolve("yaml"), version(cluster)))) {
      all.put(each.name(), each);
    }
    return all;
  }

  /** Returns the control plane's version, such as {@code v1.36.2}. */
  static String version(Cluster cluster) throws IOException {
    return JsonPaths.text(cluster.api().get("/version"), "gitVersion");
  }
}
