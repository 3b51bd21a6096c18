package dev.plimsoll.kubernetes.usage;

import java.time.Instant;
import java.util.Optional;

/**
 * Summary of the samples of all devices of one pod name. A pod's sample is that of its busiest
 * device.
 *
 * @param quietSince the first sample of the latest quiet stretch; empty if the last sample is busy
 * @param devices how many devices the last sample covers, and each sample of that stretch
 * @param last the last sample
 * @param samples how many samples there are
 * @param holes how often samples were missing between the first and the last
 */
public record DeviceUsage(
    Optional<Instant> quietSince, int devices, Instant last, int samples, int holes) {}
