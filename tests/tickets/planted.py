"""Exports of every format with a word of its own in each place that not everybody may read, and in some that
all may."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

Record = dict[str, Any]
ASKER, AGENT, ADMIN = 5, 9, 10


@dataclass(slots=True)
class Planted:
    """Words by the place they stand in: `shown` are everybody's, `notes` for those who may read notes,
    `withheld` for nobody."""

    shown: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    withheld: dict[str, str] = field(default_factory=dict)
    _words: Any = field(default_factory=lambda: map("".join, product("bdfgklmnprst", "aeiou", "bdfgklmnprst",
                                                                     "aeiou")))  # fmt: skip

    def show(self, place: str) -> str:
        return self._plant(self.shown, place)

    def note(self, place: str) -> str:
        return self._plant(self.notes, place)

    def withhold(self, place: str) -> str:
        return self._plant(self.withheld, place)

    def _plant(self, words: dict[str, str], place: str) -> str:
        assert place not in words
        words[place] = f"quix{next(self._words)}zorb"
        return words[place]


def exports(folder: Path) -> Planted:
    """Write an export of each format below `folder`, and say what was planted."""
    planted = Planted()
    for write in (
        _zendesk,
        _zendesk_lines,
        _zendesk_tables,
        _freshdesk,
        _jira,
        _jira_table,
        _neutral,
        _mail,
        _late,
        _of_people,
    ):
        write(folder, planted)
    return planted


def _day(number: int, hour: int = 8) -> str:
    return f"2024-03-{number % 27 + 1:02}T{hour:02}:00:00Z"


def _comment(number: int, body: str, author: int = AGENT, hour: int = 10, **more: Any) -> Record:
    """A comment of Zendesk's; with no `public` it says nothing of who may read it."""
    return {"id": number, "author_id": author, "created_at": _day(3, hour), "body": body, **more}


def _zendesk_ticket(number: int, subject: str, **more: Any) -> Record:
    return {
        "id": number, "url": f"https://desk.example/api/v2/tickets/{number}.json", "subject": subject,
        "status": "solved", "requester_id": ASKER, "submitter_id": ASKER, "assignee_id": AGENT,
        "is_public": True,
        "created_at": _day(3), "updated_at": _day(4), "via": {"channel": "web"}, **more,
    }  # fmt: skip


_USERS = [
    {"id": ASKER, "name": "Ada Pine", "email": "ada@mill.example", "role": "end-user"},
    {"id": AGENT, "name": "Ben Oak", "email": "ben@desk.example", "role": "agent"},
]


def _zendesk(folder: Path, planted: Planted) -> None:
    show, note, withhold = (_at(plant, "zendesk") for plant in (planted.show, planted.note, planted.withhold))
    talk = [
        _comment(1, f"The loom jams, {show('description')}.", ASKER, 8, public=True),
        _comment(2, f"They owe us, {note('private comment')}.", public=False,
                 attachments=[{"file_name": f"{withhold('file of a private comment')}.pdf"}]),
        _comment(3, f"Not said, {note('comment that says nothing')}."),
        _comment(4, f"Empty, {note('comment with an empty flag')}.", public=None),
        _comment(5, f"Oil the shuttle, {show('answer')}.", public=True, hour=12),
        _comment(6, f"Hidden later, {note('comment made private')}.", public=True),
        _comment(7, f"Told twice, {note('comment told twice')}.", public=True),
        _comment(8, f"Blacked out, {withhold('redacted comment')}.", public=True),
    ]  # fmt: skip
    later = [
        {"id": 90, "type": "CommentPrivacyChange", "comment_id": 6, "public": False},
        {"id": 91, "type": "CommentRedactionEvent", "comment_id": 8},
    ]
    fields = {1: "field customers do not see", 2: "resolution customers do not see", 7: "field of no name"}
    loom = _zendesk_ticket(
        401, f"Loom jams {show('subject')}", description=talk[0]["body"], comments=talk,
        custom_fields=[{"id": key, "value": f"Blame the supplier for {withhold(place)}"}
                       for key, place in fields.items()] + [{"id": 3, "value": show("field")}],
        satisfaction_rating={"score": "bad", "comment": withhold("rating")},
        tags=[withhold("tag")], group_name=withhold("group"),
        agent_remarks=withhold("remarks"), internal_notes=[withhold("notes beside the comments")],
        side_conversations=[{"preview_text": withhold("side conversation")}],
        audits=[{"id": 99, "author_id": AGENT, "created_at": _day(3, 14), "events": later}],
    )  # fmt: skip
    opened = f"**Prepared by us**, see [this](https://desk.example/x) {note('description by an agent')}"
    spindle = _zendesk_ticket(
        402, "Spindle wobbles", submitter_id=AGENT, description=opened,
        comments=[_comment(21, "", hour=8, public=False, html_body=f"<p>{opened.replace('*', '')}</p>"),
                  _comment(22, "It wobbles at 900 turns.", ASKER, 9, public=True),
                  _comment(23, "Balance it at 900 turns.", public=True)],
    )  # fmt: skip
    alone = _zendesk_ticket(
        403, "Bobbin", submitter_id=AGENT,
        description=f"Typed by us, {note('description without its comment')}",
        comments=[_comment(31, "The bobbin was replaced.", public=True)],
    )  # fmt: skip
    closed = [
        _zendesk_ticket(404, f"Closed shop {withhold('subject of a private ticket')}", is_public=False,
                        custom_fields=[{"id": 4, "value": f"Nobody knows that {withhold('its resolution')}"}],
                        comments=[_comment(41, f"Ours, {withhold('its comment')}", public=False)]),
        _zendesk_ticket(405, f"Thrown away {withhold('subject of a deleted ticket')}", status="deleted",
                        comments=[_comment(51, "Was solved by oil.", public=True)]),
    ]  # fmt: skip
    defined = [
        {"id": 1, "title": "Remarks", "visible_in_portal": False},
        {"id": 2, "title": "Resolution", "visible_in_portal": False},
        {"id": 3, "title": "Device", "visible_in_portal": True},
        {"id": 4, "title": "Resolution", "visible_in_portal": True},
    ]
    again = [talk[6] | {"ticket_id": 401, "public": False}]
    page = {"tickets": [loom, spindle, alone, *closed], "users": _USERS, "ticket_fields": defined,
            "comments": again}  # fmt: skip
    (folder / "zendesk.json").write_text(json.dumps(page))


def _zendesk_lines(folder: Path, planted: Planted) -> None:
    place = "zendesk events"
    show, note, withhold = (_at(plant, place) for plant in (planted.show, planted.note, planted.withhold))

    def event(number: int, *children: Record) -> Record:
        return {"id": number, "ticket_id": 421, "created_at": _day(3, number), "updater_id": AGENT,
                "child_events": list(children)}  # fmt: skip

    def comment(number: int, text: str, *, public: bool) -> Record:
        return event(8 + number, {"id": number, "event_type": "Comment", "public": public, "body": text})

    lines = [
        _zendesk_ticket(421, "Carding comb bends", description=f"It bends, {show('description')}."),
        comment(1, f"Straighten it, {show('answer')}.", public=True),
        comment(2, f"Ours, {note('private event')}.", public=False),
        comment(3, f"Was public, {note('event made private')}.", public=True),
        event(12, {"id": 4, "event_type": "CommentPrivacyChange", "comment_id": 3, "public": False}),
        _zendesk_ticket(422, f"Secret comb {withhold('subject of a private ticket')}", is_public=False,
                        description=withhold("description of a private ticket")),
        *_USERS,
    ]  # fmt: skip
    (folder / "zendesk.ndjson").write_text("\n".join(map(json.dumps, lines)))


def _zendesk_tables(folder: Path, planted: Planted) -> None:
    place = "zendesk tables"
    show, note, withhold = (_at(plant, place) for plant in (planted.show, planted.note, planted.withhold))
    (folder / "tables").mkdir()
    (folder / "tables/tickets.csv").write_text(
        "id,subject,description,status,requester_id,submitter_id,assignee_id,is_public,created_at,"
        "custom_internal_remarks\n"
        f"441,Dye vat leaks,It leaks {show('description')},closed,5,5,9,TRUE,2024-03-04 08:00:00,"
        f"{withhold('column of remarks')}\n"
        f"442,Vat {withhold('subject of a private ticket')},x,closed,5,5,9,FALSE,2024-03-04 08:00:00,\n"
    )
    (folder / "tables/ticket_comments.csv").write_text(
        "id,ticket_id,user_id,body,public,created,_fivetran_deleted\n"
        f"1,441,9,Weld it {show('answer')},TRUE,2024-03-05 08:00:00,FALSE\n"
        f"2,441,9,Ours {note('private comment')},FALSE,2024-03-05 09:00:00,FALSE\n"
        f"3,441,9,Empty {note('comment that says nothing')},,2024-03-05 10:00:00,FALSE\n"
        f"4,441,9,Gone {withhold('deleted comment')},TRUE,2024-03-05 11:00:00,TRUE\n"
        f"5,442,9,Kept {withhold('comment of a private ticket')},TRUE,2024-03-05 11:00:00,FALSE\n"
    )
    (folder / "tables/users.csv").write_text(
        "id,name,email,role\n5,Ada Pine,ada@mill.example,end-user\n9,Ben Oak,ben@desk.example,agent\n"
    )


def _freshdesk(folder: Path, planted: Planted) -> None:
    show, note, withhold = (
        _at(plant, "freshdesk") for plant in (planted.show, planted.note, planted.withhold)
    )

    def said(number: int, text: str, **more: Any) -> Record:
        return {"id": number, "user_id": AGENT, "created_at": _day(5, 8 + number), "body": f"<p>{text}</p>",
                **more}  # fmt: skip

    def ticket(number: int, subject: str, *talk: Record, **more: Any) -> Record:
        return {"id": number, "subject": subject, "description_text": "It is torn.", "status": 5,
                "priority": 1, "requester_id": ASKER, "responder_id": AGENT, "fr_escalated": False,
                "created_at": _day(5), "conversations": list(talk), **more}  # fmt: skip

    records = [
        ticket(
            461, f"Belt torn {show('subject')}",
            said(1, f"Sew it, {show('answer')}.", private=False),
            said(2, f"Ours, {note('private note')}.", private=True,
                 attachments=[{"name": f"{withhold('file of a private note')}.png"}]),
            said(3, f"Nothing said, {note('note that says nothing')}.", source=2),
            said(4, f"Empty, {note('note with an empty flag')}.", private=None),
            said(5, f"To the maker, {note('what was sent on')}.", private=False, source=8),
            said(6, f"Taken back, {withhold('deleted reply')}.", private=False, deleted=True),
            custom_fields={"cf_internal_notes": withhold("field of notes"),
                           "cf_agent_summary": withhold("field for agents"), "cf_device": show("field"),
                           "cf_root_cause": withhold("cause"), "cf_credit_status": withhold("credit")},
            summary={"text": withhold("summary")},
        ),
        ticket(462, f"Spam {withhold('subject of spam')}", said(1, "Sewed it up.", private=False), spam=True),
        ticket(463, f"Gone {withhold('subject of a deleted ticket')}", said(1, "Sewed it up.", private=False),
               deleted=True),
    ]  # fmt: skip
    (folder / "freshdesk.json").write_text(json.dumps(records))


def _jira(folder: Path, planted: Planted) -> None:
    show, note, withhold = (_at(plant, "jira") for plant in (planted.show, planted.note, planted.withhold))
    people = {"reporter": {"accountId": "r", "displayName": "Rita"},
              "assignee": {"accountId": "a", "displayName": "Al"}}  # fmt: skip

    def said(number: int, text: str, **more: Any) -> Record:
        return {"id": str(number), "author": people["assignee"], "created": _day(6, 9 + number), "body": text,
                **more}  # fmt: skip

    def adf(text: str) -> Record:
        paragraph = {"type": "paragraph", "content": [{"type": "text", "text": text}]}
        return {"type": "doc", "version": 1, "content": [paragraph]}

    def issue(key: str, summary: str, *talk: Record, **more: Any) -> Record:
        fields = {"summary": summary, "status": {"name": "Done"}, "resolution": {"name": "Fixed"},
                  "created": _day(6), "description": f"Of {key}: the spool is stuck.", **people,
                  "comment": {"comments": list(talk), "total": len(talk)}, **more}  # fmt: skip
        return {"key": key, "fields": fields}

    of_desk = [{"key": "sd.public.comment", "value": {"internal": True}}]
    issues = [
        issue(
            "SPOOL-1", f"Spool stuck {show('summary')}",
            said(1, f"Turn it by hand, {show('answer')}."),
            said(2, f"Ours, {note('comment of a service desk')}, see [^{note('file it shows')}.pdf].",
                 jsdPublic=False),
            said(3, f"Developers, {note('comment of a role')}.",
                 visibility={"type": "role", "value": "Developers"}),
            said(4, f"Property, {note('comment with a property')}.", properties=of_desk),
            attachment=[{"filename": f"{planted.notes['jira: file it shows']}.pdf", "created": _day(6, 11),
                         "author": people["assignee"]}],
            worklog={"worklogs": [{"comment": withhold("worklog"), "timeSpent": "1h"}], "total": 1},
            customfield_10050=adf(withhold("formatted field")),
            customfield_10051=f"Internally\n{withhold('long field')}",
            customfield_10052=withhold("field of no name"),
            parent={"key": withhold("parent")}, subtasks=[{"key": withhold("part")}],
            issuelinks=[{"type": {"name": "Relates", "outward": "relates to"},
                         "outwardIssue": {"key": withhold("linked issue")}}],
        ),
        issue("SPOOL-2", f"Exploit {withhold('summary of a secured issue')}",
              said(1, f"Patched {withhold('comment of a secured issue')}"),
              security={"name": "Security team"}, environment=withhold("environment of a secured issue")),
    ]  # fmt: skip
    (folder / "jira.json").write_text(json.dumps({"issues": issues, "total": 2}))


def _jira_table(folder: Path, planted: Planted) -> None:
    show, note, withhold = (
        _at(plant, "jira table") for plant in (planted.show, planted.note, planted.withhold)
    )
    (folder / "issues.csv").write_text(
        "Summary,Issue key,Issue id,Issue Type,Status,Resolution,Created,Description,Security Level,"
        "Custom field (Internal notes),Root Cause,Log Work,Comment\n"
        f"Reed broken {show('summary')},REED-1,1,Bug,Done,Fixed,03/Jul/23 1:05 PM,The reed broke,,"
        f"{note('field of notes')},{withhold('cause')},{note('log of work')};03/Jul/23 1:05 PM;al;3600,"
        f"04/Jul/23 1:05 PM;al;New reed {show('answer')}\n"
        f"Reed {withhold('summary of a secured issue')},REED-2,2,Bug,Done,Fixed,03/Jul/23 1:05 PM,"
        f"{withhold('description of a secured issue')},Security team,,,,04/Jul/23 1:05 PM;al;New reed\n"
    )


def _neutral(folder: Path, planted: Planted) -> None:
    show, note, withhold = (_at(plant, "neutral") for plant in (planted.show, planted.note, planted.withhold))
    hidden: list[Record] = [
        {"private": True}, {"public": False}, {"public": None}, {"public": ""}, {"internal": "maybe"},
        {"IsVisibleForCustomer": 0}, {"IsPublished": False}, {"ArticleType": "note-internal"},
        {"private_note": True}, {"is_note": True}, {"visible_to": "agents"}, {"customer_visible": False},
        {"message_type": "note"}, {"kind": "internal_note"}, {"channel": "internal"}, {"type": "N"},
        {"type": "staff note"}, {"visibility": "team"}, {},
    ]  # fmt: skip
    talk = [{"body": f"Shear it again, {show('answer')}.", "public": True, "author_role": "agent"}]
    talk += [{"body": f"Ours, {note(f'message with {said}')}.", **said} for said in hidden]
    lines: list[Record] = [
        {
            "id": "N-1", "subject": f"Fleece felted {show('subject')}", "status": "closed",
            "description": "The fleece felted.",
            "resolution": f"It was sheared once more, {show('resolution')}.",
            "messages": talk, "machine": show("field"),
            "cause": withhold("cause"), "handoff": withhold("handoff"),
            "work_notes": [note("work notes")], "Internal Comments": note("internal comments"),
            "internal_note": note("internal note"), "agent_notes": [note("agents' notes")],
            "comments_and_work_notes": f"2024-01-01 - Al (Work notes)\n{note('comments and work notes')}",
            "journals": [{"notes": note("journal"), "private_notes": True}],
            "conversation_parts": {"total": 1, "conversation_parts": [
                {"part_type": "note", "body": withhold("part of a conversation")}]},
            "latest_comment": {"body": withhold("latest comment"), "public": False},
            "helpdesk_notes": withhold("notes of the desk"),
        },
        {"id": "N-2", "subject": f"Fleece {withhold('subject of a private ticket')}", "status": "closed",
         "private": True, "resolution": f"It was paid for, {withhold('resolution of a private ticket')}."},
    ]  # fmt: skip
    (folder / "tickets.jsonl").write_text("\n".join(map(json.dumps, lines)))


def _mail(folder: Path, planted: Planted) -> None:
    show, withhold = (_at(plant, "mail") for plant in (planted.show, planted.withhold))
    (folder / "box.mbox").write_text(
        "From - Mon Jan  1 00:00:00 2024\nFrom: Ada <ada@mill.example>\nTo: help@desk.example\n"
        f"Subject: Weft {show('subject')}\nMessage-ID: <w1@mill.example>\nDate: 04 Mar 2024 08:00:00 +0000\n"
        f"Bcc: {withhold('blind copy')}@mill.example\nX-Internal-Note: {withhold('header')}\n\n"
        f"The weft loosens, {show('question')}.\n\n"
        "From - Mon Jan  1 00:00:00 2024\nFrom: Ben <help@desk.example>\nTo: ada@mill.example\n"
        "Subject: Re: Weft\nMessage-ID: <w2@desk.example>\nIn-Reply-To: <w1@mill.example>\n"
        "Date: 04 Mar 2024 09:00:00 +0000\n\n"
        f"Tighten the beam by two notches, {show('answer')}.\n\n"
    )


def _late(folder: Path, planted: Planted) -> None:
    """What tells that these are tickets stands far behind what they hold."""
    place = "zendesk in order of names"
    show, note = (_at(plant, place) for plant in (planted.show, planted.note))
    talk = [
        _comment(number, f"Step {number}, {'and so on, ' * 40}.", public=False) for number in range(50, 150)
    ]
    talk += [_comment(1, f"Ours, {note('private comment')}.", public=False),
             _comment(2, f"Wind it back, {show('answer')}.", public=True)]  # fmt: skip
    reel = _zendesk_ticket(481, f"Reel unwinds {show('subject')}", description="It unwinds.", comments=talk)
    (folder / "sorted.json").write_text(json.dumps({"tickets": [reel]}, sort_keys=True))


def _of_people(folder: Path, planted: Planted) -> None:
    """An export without tickets is no text to be searched."""
    withhold = _at(planted.withhold, "users")
    people = [{"id": number, "name": f"Ada {withhold(f'name {number}')}", "email": f"{number}@mill.example",
               "role": "end-user", "notes": withhold(f"notes {number}")} for number in range(3)]  # fmt: skip
    (folder / "users.ndjson").write_text("\n".join(map(json.dumps, people)))


def _at(plant: Callable[[str], str], export: str) -> Callable[[str], str]:
    return lambda place: plant(f"{export}: {place}")
