package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import java.util.Map;
import java.util.Optional;

/** The ledgers of a cluster, as its API server stores them. */
public final class KubeLedgerStore implements LedgerStore {
  static final String LIST = "/apis/" + QuotaLedgerJson.API_VERSION + "/quotaledgers";
  static final Map<String, String> MANAGER = Map.of("fieldManager", "plimsoll-admission");

  private final Connection connection;

  /** Reads and writes over a connection. */
  public KubeLedgerStore(Connection connection) {
    this.connection = connection;
  }

  @Override
  public Optional<QuotaLedger> read(String name) throws InvalidLedgerException {
    JsonTree object;
    try {
      object =
          connection.get(
              LIST + "/" + name,
              Map.of(),
              Connection.JSON,
              JsonPruning.NONE,
              JsonTreeReader::object);
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
      }
      throw unreachable("read", name, e);
    }
    return Optional.of(QuotaLedgerJson.read(object));
  }

  @Override
  public Optional<QuotaLedger> replace(QuotaLedger ledger) {
    try {
      JsonTree written =
          JsonTree.of(
              connection.write(
                  "PUT",
                  LIST + "/" + ledger.name() + "/status",
                  MANAGER,
                  Connection.JSON,
                  QuotaLedgerJson.write(ledger)));
      return Optional.of(QuotaLedgerJson.read(written));
    } catch (StatusException e) {
      if (e.code() == StatusException.CONFLICT || e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
      }
      throw unreachable("write", ledger.name(), e);
    } catch (InvalidLedgerException e) {
      throw new UnreachableException(
          "the API server has stored another content: " + e.getMessage());
    }
  }

  private static UnreachableException unreachable(String verb, String name, StatusException e) {
    return new UnreachableException(
        "cannot " + verb + " QuotaLedger " + name + " (" + e.code() + "): " + e.getMessage());
  }
}
