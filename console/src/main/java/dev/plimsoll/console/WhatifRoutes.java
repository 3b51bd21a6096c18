package dev.plimsoll.console;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.report.WhatifReport;
import dev.plimsoll.kubernetes.admission.AdmissionChain;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.placement.plugins.DefaultPlugins;
import dev.plimsoll.model.whatif.NoSuchObjectException;
import dev.plimsoll.model.whatif.Simulation;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.report.Reports;
import dev.plimsoll.server.report.Visibility;
import java.util.List;
import java.util.Optional;

/**
 * Tries a change on the part of the cluster that the caller may see. Hidden objects make no
 * difference to the answer. Nothing is written.
 */
final class WhatifRoutes {
  private static final int LONGEST = 4096;
  private static final String EXPECTED =
      "expected ?changes= with options of plimsoll whatif, such as --uncordon NODE";

  private final Reports reports;
  private final ChangeReader changes;

  WhatifRoutes(Reports reports, ChangeReader changes) {
    this.reports = reports;
    this.changes = changes;
  }

  Route route() {
    return reports.get("/api/v1/whatif", this::whatif);
  }

  private Reply whatif(Call call, Visibility visibility) {
    Optional<String> text = call.parameter("changes").filter(t -> !t.isBlank());
    if (text.isEmpty()) {
      return Reply.error(400, "missing parameter; " + EXPECTED);
    }
    if (text.get().length() > LONGEST) {
      return Reply.error(400, "changes are longer than " + LONGEST + " characters");
    }
    Cluster cluster = reports.cluster(visibility);
    Simulation simulation =
        Simulation.of(cluster, AdmissionChain.standard(), DefaultPlugins.scheduler());
    try {
      List<String> options = List.of(text.get().strip().split("\\s+"));
      return Reports.json(WhatifReport.of(simulation, changes.read(options, cluster)));
    } catch (InputException e) {
      return Reply.error(400, String.valueOf(e.getMessage()));
    } catch (NoSuchObjectException e) {
      return Reply.error(404, String.valueOf(e.getMessage()));
    }
  }
}
