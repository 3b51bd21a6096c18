package dev.plimsoll.admission.ledger;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.live.UnreachableException;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** The ledgers of a cluster, as its API server stores them. */
public final class KubeLedgerStore implements LedgerStore {
  private static final System.Logger LOG = System.getLogger(KubeLedgerStore.class.getName());
  private static final AtomicBoolean DROPS_GANGS = new AtomicBoolean();
  static final ApiResource LEDGERS =
      new ApiResource(
          GroupVersionKind.of(QuotaLedgerJson.API_VERSION, QuotaLedgerJson.KIND),
          "quotaledgers",
          false);
  static final String LIST = LEDGERS.path(Optional.empty());
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
    JsonObject sent = QuotaLedgerJson.write(ledger);
    try {
      JsonObject written =
          connection.write(
              "PUT", LIST + "/" + ledger.name() + "/status", MANAGER, Connection.JSON, sent);
      return Optional.of(stored(ledger, sent, written));
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

  /** Reads what was stored only if it isn't what was sent: there may be thousands in it. */
  private static QuotaLedger stored(QuotaLedger ledger, JsonObject sent, JsonObject written)
      throws InvalidLedgerException {
    if (sent.get(QuotaLedgerJson.STATUS).equals(written.get(QuotaLedgerJson.STATUS))) {
      return ledger.withVersion(
          JsonTree.of(written.getAsJsonObject("metadata")).text("resourceVersion"));
    }
    QuotaLedger read = QuotaLedgerJson.read(JsonTree.of(written));
    if (read.ledger().gangs().isEmpty()
        && !ledger.ledger().gangs().isEmpty()
        && DROPS_GANGS.compareAndSet(false, true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "QuotaLedger {0}: the API server drops status.gangs, so gangs hold nothing: apply the"
              + " CustomResourceDefinition quotaledgers.plimsoll.dev of this version",
          ledger.name());
    }
    return read;
  }

  private static UnreachableException unreachable(String verb, String name, StatusException e) {
    return new UnreachableException(
        "cannot " + verb + " QuotaLedger " + name + " (" + e.code() + "): " + e.getMessage());
  }
}
