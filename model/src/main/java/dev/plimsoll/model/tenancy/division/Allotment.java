package dev.plimsoll.model.tenancy.division;

/**
 * What each tenant gets of the units in several pools.
 *
 * @param served how much of what it asked for
 * @param idle how much of its guarantee beyond that
 * @param total all it gets, with its part of what nobody asked for
 */
public record Allotment(Apportionment served, Apportionment idle, Apportionment total) {}
