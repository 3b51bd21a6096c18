package dev.plimsoll.stage.install;

import dev.plimsoll.stage.node.Shell;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** {@code kubectl apply -k} on a copy of the folder manifests. */
public final class Kustomize implements Installer {
  private final Kubectl kubectl;
  private final Path original;
  private final Path copy;

  /**
   * Creates one.
   *
   * @param manifests the folder of the project
   * @param copy a folder that isn't there yet
   */
  public Kustomize(Kubectl kubectl, Path manifests, Path copy) {
    this.kubectl = kubectl;
    this.original = manifests;
    this.copy = copy;
  }

  @Override
  public String name() {
    return "kustomize";
  }

  @Override
  public Shell.Output installShared() throws IOException, InterruptedException {
    return kubectl
        .run("apply", "-k", original.resolve("namespace").toString())
        .and(kubectl.run("apply", "-k", original.resolve("crds").toString()));
  }

  private void copy() throws IOException, InterruptedException {
    Shell.require("rm", "-rf", copy.toString());
    Shell.require("cp", "-r", original.toString(), copy.toString());
  }

  /** As the README says: a component is a line of kustomization.yaml. */
  private Path folder(Part part) throws IOException {
    Path folder = copy.resolve(part.folder());
    if (!part.components().isEmpty()) {
      String up = "../".repeat(part.folder().split("/").length);
      StringBuilder lines = new StringBuilder("components:\n");
      part.components().forEach(it -> lines.append("  - ").append(up).append(it).append('\n'));
      append(folder.resolve("kustomization.yaml"), lines.toString());
    }
    if (part.configuration().size() > 0) {
      append(folder.resolve("serve.yaml"), yaml(part));
    }
    return folder;
  }

  /** JSON is YAML. */
  private static String yaml(Part part) {
    StringBuilder text = new StringBuilder();
    part.configuration()
        .entrySet()
        .forEach(it -> text.append(it.getKey()).append(": ").append(it.getValue()).append('\n'));
    return text.toString();
  }

  private static void append(Path file, String text) throws IOException {
    Path unused = Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  @Override
  public Shell.Output install(Way way) throws IOException, InterruptedException {
    copy();
    return apply(way);
  }

  private Shell.Output apply(Way way) throws IOException, InterruptedException {
    Shell.Output output = new Shell.Output(0, "");
    for (Part part : way.parts()) {
      output = output.and(kubectl.run("apply", "-k", folder(part).toString()));
    }
    return output;
  }

  @Override
  public Shell.Output upgrade(Way way) throws IOException, InterruptedException {
    copy();
    try (Stream<Path> files = Files.walk(copy)) {
      files.filter(Kustomize::isConfiguration).forEach(Kustomize::change);
    }
    return apply(way);
  }

  private static boolean isConfiguration(Path file) {
    return List.of("serve.yaml", "advisor.yaml").contains(file.getFileName().toString());
  }

  private static void change(Path file) {
    try {
      append(file, "# Upgraded.\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Shell.Output remove(Way way) throws IOException, InterruptedException {
    Shell.Output output = new Shell.Output(0, "");
    for (Part part : way.removed()) {
      String folder = copy.resolve(part.folder()).toString();
      output =
          output.and(kubectl.run("delete", "-k", folder, "--ignore-not-found", "--timeout=60s"));
    }
    return output;
  }
}
