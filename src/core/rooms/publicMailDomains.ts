/**
 * Domains where anybody gets an e-mail address, so that it does not tell for whom a person works. The mail providers for
 * the public among `common.json` of the npm package email-providers 2.26.0, with the other domains that the same
 * providers give out by their own documentation.
 */
export const publicMailDomains: ReadonlySet<string> = new Set(
  `126.com 163.com aim.com alice.it aol.co.uk aol.com arcor.de att.net bellsouth.net bigpond.com bluewin.ch
  btinternet.com charter.net comcast.net cox.net daum.net docomo.ne.jp earthlink.net fastmail.com fastmail.fm foxmail.com
  free.fr freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk
  hotmail.com hotmail.de hotmail.fr hotmail.it hotmail.ru hushmail.com icloud.com inbox.lv inbox.ru interia.pl iol.it
  juno.com laposte.net libero.it list.ru live.co.uk live.com live.de live.fr live.it mac.com mail.com mail.ru mailbox.org
  me.com msn.com nate.com naver.com netzero.net neuf.fr ntlworld.com o2.pl online.de onet.pl optonline.net orange.fr
  outlook.com outlook.de outlook.fr pm.me poste.it posteo.de proton.me protonmail.com qq.com rambler.ru rediffmail.com
  rocketmail.com rogers.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.com sky.com sympatico.ca t-online.de
  talktalk.net telenet.be tiscali.it tuta.com tutanota.com ukr.net uol.com.br verizon.net virgilio.it virginmedia.com
  wanadoo.fr web.de wp.pl ya.ru yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es
  yahoo.fr yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com`.split(/\s+/),
);
