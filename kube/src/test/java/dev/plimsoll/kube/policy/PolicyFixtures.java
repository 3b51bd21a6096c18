package dev.plimsoll.kube.policy;

import java.nio.file.Path;

/** Files that the tests of policies read. */
final class PolicyFixtures {
  private static final Path ROOT = Path.of(System.getProperty("plimsoll.root"));

  /** A policy in which every key is given. */
  static final Path FULL = ROOT.resolve("kube/src/test/resources/policy/full.yaml");

  /** The policy that comes with the examples. */
  static final Path EXAMPLE = ROOT.resolve("examples/policy.yaml");

  /** Where the keys are explained. */
  static final Path MANUAL = ROOT.resolve("docs/policy.md");

  /** The definition of policies in the API. */
  static final Path POLICIES = ROOT.resolve("manifests/crds/capacitypolicies.yaml");

  /** The definition of recommendations in the API. */
  static final Path RECOMMENDATIONS = ROOT.resolve("manifests/crds/quotarecommendations.yaml");

  /** The definition of requests in the API. */
  static final Path REQUESTS = ROOT.resolve("manifests/crds/quotarequests.yaml");

  /** The rights that suspended work needs. */
  static final Path SUSPENDED_WORK = ROOT.resolve("manifests/suspended-work/rbac.yaml");

  private PolicyFixtures() {}
}
