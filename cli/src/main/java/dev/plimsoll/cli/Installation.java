package dev.plimsoll.cli;

import java.nio.file.Path;

/** The example files beside the program. */
final class Installation {
  static final String CLUSTER = "examples/gpu-tenants.json";
  static final String POLICY = "examples/policy.yaml";
  static final String DEMAND = "examples/traces/helios-earth-demand.csv.gz";
  static final String MONTH = "examples/month/hours.jsonl.gz";
  static final String PRICES = "examples/month/prices.yaml";

  private Installation() {}

  /** Returns a file of the project. The launcher tells the folder of the project. */
  static Path file(String name) {
    return Path.of(System.getProperty("plimsoll.home", ""), name);
  }
}
