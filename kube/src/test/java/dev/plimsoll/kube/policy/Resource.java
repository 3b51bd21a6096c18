package dev.plimsoll.kube.policy;

import java.nio.file.Path;

/** Files that the tests of policies read. */
final class Resource {
  private static final Path ROOT = Path.of(System.getProperty("plimsoll.root"));

  /** A policy in which every key is given. */
  static final Path FULL = ROOT.resolve("kube/src/test/resources/policy/full.yaml");

  private Resource() {}
}
