package dev.plimsoll.stage.rights;

import dev.plimsoll.stage.cluster.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The grants of roles while ways were installed, and the attempts of thieves of their tokens. */
public final class RightsRecord {
  private final Set<Grants.Grant> grants = new LinkedHashSet<>();
  private final Set<Path> logs = new LinkedHashSet<>();
  private final List<Escalations.Attempt> attempts = new ArrayList<>();

  /** Looks at what is installed now. */
  public void look(Cluster cluster) throws Exception {
    logs.add(cluster.auditLog());
    Set<Grants.Grant> now = Grants.of(cluster.api());
    grants.addAll(now);
    Set<String> tried =
        attempts.stream().map(Escalations.Attempt::account).collect(Collectors.toSet());
    for (String account : now.stream().map(Grants.Grant::account).collect(Collectors.toSet())) {
      if (!tried.contains(account)) {
        attempts.addAll(Escalations.of(cluster.plane(), account));
      }
    }
  }

  /**
   * Writes the document, and returns what differs.
   *
   * @param document docs/rights.md
   */
  public List<String> write(Path manifests, Path document) throws IOException {
    Set<AuditLog.Asked> asked = new LinkedHashSet<>();
    for (Path log : logs) {
      asked.addAll(AuditLog.read(log));
    }
    RightsTable table = new RightsTable(grants, asked, manifests);
    Path unused = Files.writeString(document, table.markdown(attempts));
    List<String> differences = new ArrayList<>();
    table.unused().forEach(it -> differences.add("unused: " + it));
    table.missing().forEach(it -> differences.add("missing: " + it));
    return differences;
  }
}
