package dev.plimsoll.admission.ledger;

import dev.plimsoll.model.ledger.Ledger;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Ledgers in memory, replaced by compare-and-swap, unless they are told not to. */
public final class MemoryLedgerStore implements LedgerStore {
  private final Map<String, QuotaLedger> ledgers = new ConcurrentHashMap<>();
  private final AtomicLong version = new AtomicLong(10);
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private final boolean compares;

  public MemoryLedgerStore(boolean compares) {
    this.compares = compares;
  }

  public MemoryLedgerStore put(QuotaLedger ledger) {
    ledgers.put(ledger.name(), ledger);
    return this;
  }

  public QuotaLedger get(String name) {
    return Optional.ofNullable(ledgers.get(name)).orElseThrow();
  }

  public int writes() {
    return writes.get();
  }

  public SortedSet<String> names() {
    return new TreeSet<>(ledgers.keySet());
  }

  int reads() {
    return reads.get();
  }

  @Override
  public Optional<QuotaLedger> read(String name) {
    reads.incrementAndGet();
    return Optional.ofNullable(ledgers.get(name));
  }

  @Override
  public synchronized Optional<QuotaLedger> replace(QuotaLedger ledger) {
    QuotaLedger before = get(ledger.name());
    if (compares && !before.resourceVersion().equals(ledger.resourceVersion())) {
      return Optional.empty();
    }
    writes.incrementAndGet();
    QuotaLedger written = ledger.withVersion("" + version.incrementAndGet());
    // A write of the status leaves the limits as they are.
    Ledger stored = ledger.ledger().withSpec(before.ledger().spec());
    ledgers.put(ledger.name(), before.withLedger(stored).withVersion(written.resourceVersion()));
    return Optional.of(written);
  }
}
